import { File, FileCode, FileImage, FileJson, FileText, Folder, FolderOpen } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { type FileIconKind, iconKindOf } from "./file-kind";

const icons = {
  document: FileText,
  code: FileCode,
  data: FileJson,
  image: FileImage,
  other: File,
} as const satisfies Record<FileIconKind, typeof File>;

type FileIconProps = { path: string; folder?: "open" | "closed" | undefined; className?: string };

export function FileIcon({ path, folder, className }: FileIconProps) {
  const icon = folder === "open" ? FolderOpen : folder === "closed" ? Folder : icons[iconKindOf(path)];
  return <Icon of={icon} size={14} className={className ?? "text-ink-3"} />;
}
