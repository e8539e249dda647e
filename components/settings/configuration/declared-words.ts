import { CircleCheck, CircleDashed, FileInput, FileOutput, FilePlus, type LucideIcon } from "lucide-react";
import type { DeclaredOutcome } from "@/lib/declared/declared-options";

type Word = { icon: LucideIcon; words: string; tone: "warning" | "neutral" };

/** How what is here stands to the file. */
export const declaredWords: Readonly<Record<DeclaredOutcome, Word>> = {
  created: { icon: FilePlus, words: "Not here yet", tone: "warning" },
  changed: { icon: CircleDashed, words: "Differs", tone: "warning" },
  unchanged: { icon: CircleCheck, words: "As the file says", tone: "neutral" },
  "taken-over": { icon: FileInput, words: "The same, kept here so far", tone: "neutral" },
  "let-go": { icon: FileOutput, words: "No longer in the file", tone: "warning" },
};
