import { mergeTexts } from "./merge-texts";
import type { FileConflict, Resolution } from "./rebase-draft";

/** One conflict as the dialog shows it. Texts are null for bytes and for a side that has no file. */
export type ConflictChoice = {
  path: string;
  mineKind: "changed" | "deleted";
  mine: string | null;
  theirs: string | null;
  isTheirsDeleted: boolean;
  isText: boolean;
  /** Both changes in one text; null where there are not two texts. `overlaps` counts places both changed. */
  merged: { text: string; overlaps: number } | null;
};

export type Decision = { keep: "theirs" } | { keep: "mine" } | { keep: "edited"; text: string };

/** Prepares the choice for a conflict; `theirText` was fetched from the newer revision. */
export function toChoice(conflict: FileConflict, theirText: string | null): ConflictChoice {
  const { path, mine, theirs } = conflict;
  const file = mine.kind === "changed" ? mine.file : null;
  const mineText = file?.text ?? null;
  const isText = mine.kind === "deleted" || theirs === null || (mineText !== null && theirText !== null);
  const hasBoth = mineText !== null && theirText !== null;
  return {
    path,
    mineKind: mine.kind,
    mine: mineText,
    theirs: theirText,
    isTheirsDeleted: theirs === null,
    isText,
    merged: hasBoth ? mergeTexts(file?.savedText ?? "", mineText, theirText) : null,
  };
}

/** Both changes when they fit together; otherwise the person has to say. */
export function firstDecision({ merged }: ConflictChoice): Decision | null {
  return merged?.overlaps === 0 ? { keep: "edited", text: merged.text } : null;
}

export function toResolution(choice: ConflictChoice, decision: Decision): Resolution {
  if (decision.keep === "theirs") return { keep: "theirs", theirText: choice.theirs };
  const text = decision.keep === "edited" ? decision.text : choice.mine;
  return { keep: "mine", theirText: choice.theirs, text };
}
