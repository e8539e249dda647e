import { diffWordsWithSpace } from "diff";

export type DiffPiece = { kind: "same" | "added" | "removed"; text: string };

/** Beyond this many edits two texts have nothing in common worth marking. */
const maxEditLength = 1_200;

/** Word by word, in reading order; two texts that share too little come as one removed and one added whole. */
export function diffByWord(before: string, after: string): DiffPiece[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const changes = diffWordsWithSpace(before, after, { maxEditLength });
  if (!changes)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  return changes.map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}
