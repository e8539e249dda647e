import {
  Check,
  CircleX,
  Copy,
  FilePen,
  FilePlus,
  FileX,
  GitMerge,
  Info,
  type LucideIcon,
  PenLine,
} from "lucide-react";
import type { DirectoryOutcome } from "@/lib/imports/directory-schema";

type Words = {
  icon: LucideIcon;
  tone: "neutral" | "warning" | "error";
  /** Before anything is written, and afterwards. */
  before: string;
  after: string;
};

/** How each outcome is said; what somebody has to look at comes first. */
export const outcomeWords = {
  failed: { icon: CircleX, tone: "error", before: "Cannot be loaded", after: "Failed" },
  conflict: { icon: GitMerge, tone: "warning", before: "Conflict", after: "Conflict: left" },
  duplicate: { icon: Copy, tone: "warning", before: "Duplicate", after: "Duplicate" },
  new: { icon: FilePlus, tone: "neutral", before: "To be added", after: "Added" },
  changed: { icon: FilePen, tone: "neutral", before: "To be updated", after: "Updated" },
  edited: { icon: PenLine, tone: "neutral", before: "Edited here", after: "Edited here" },
  gone: { icon: FileX, tone: "neutral", before: "Gone from disk", after: "Gone from disk" },
  note: { icon: Info, tone: "neutral", before: "Note", after: "Note" },
  unchanged: { icon: Check, tone: "neutral", before: "Unchanged", after: "Unchanged" },
} as const satisfies Record<DirectoryOutcome, Words>;

const order = Object.keys(outcomeWords);

/** Worst first; within an outcome the order stays. */
export const byUrgency = <T extends { outcome: DirectoryOutcome }>(entries: readonly T[]): T[] =>
  entries.toSorted((left, right) => order.indexOf(left.outcome) - order.indexOf(right.outcome));
