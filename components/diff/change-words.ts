import { FileDiff as ChangedIcon, FilePen, FilePlus, FileX } from "lucide-react";
import type { LucideIcon } from "@/components/ui/icon";
import type { FileChange } from "@/lib/library/diffs/diff-schema";

export const changeWords = {
  added: "added",
  removed: "removed",
  renamed: "renamed",
  changed: "changed",
} as const satisfies Record<FileChange["change"], string>;

export const changeIcons = {
  added: FilePlus,
  removed: FileX,
  renamed: FilePen,
  changed: ChangedIcon,
} as const satisfies Record<FileChange["change"], LucideIcon>;
