import type { BatchItem, UndoingAct } from "../schema";

/** What an act did to one skill. */
export type ActOutcome = {
  outcome: Exclude<BatchItem["outcome"], "refused">;
  /** A sentence in the present tense without a full stop: it is said of a preview too. */
  summary: string;
  undo?: UndoingAct[];
};

export const done = (summary: string, undo: UndoingAct[] = []): ActOutcome => ({
  outcome: "done",
  summary,
  ...(undo.length === 0 ? {} : { undo }),
});

export const unchanged = (summary: string): ActOutcome => ({ outcome: "unchanged", summary });

/** Several acts on one skill as one; they are taken back in the other order. */
export function allOf(deeds: readonly ActOutcome[]): ActOutcome {
  const changed = deeds.filter(({ outcome }) => outcome === "done");
  const words = (changed.length === 0 ? deeds : changed).map(({ summary }) => summary).join("; ");
  return changed.length === 0
    ? unchanged(words)
    : done(
        words,
        changed.toReversed().flatMap(({ undo }) => undo ?? []),
      );
}
