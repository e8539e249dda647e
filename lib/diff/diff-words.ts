import { diffWordsWithSpace } from "diff";

export type DiffPiece = { kind: "same" | "added" | "removed"; text: string };

/** Beyond this many edits two texts have nothing in common worth marking. */
const maxEditLength = 1_200;

/** Word by word, in reading order; two texts that share too little come as one removed and one added whole. */
export function diffByWord(before: string, after: string, limit: number = maxEditLength): DiffPiece[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const changes = diffWordsWithSpace(before, after, { maxEditLength: limit });
  if (!changes) return [piece("removed", before), piece("added", after)].filter(({ text }) => text !== "");
  return joined(
    changes.map(({ value, added, removed }) => piece(added ? "added" : removed ? "removed" : "same", value)),
  );
}

const piece = (kind: DiffPiece["kind"], text: string): DiffPiece => ({ kind, text });

/** Words replaced one after the other read as one phrase for another: the blank between them goes along. */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = [];
  for (const next of pieces) {
    result.push(next);
    const [removed, added, blank, removedToo, addedToo] = result.slice(-5);
    if (
      addedToo?.kind === "added" &&
      removedToo?.kind === "removed" &&
      blank?.kind === "same" &&
      /^[^\S\n]+$/.test(blank.text) &&
      added?.kind === "added" &&
      removed?.kind === "removed"
    )
      result.splice(
        -5,
        5,
        piece("removed", removed.text + blank.text + removedToo.text),
        piece("added", added.text + blank.text + addedToo.text),
      );
  }
  return result;
}

/** A piece of one of two texts: `changed` ones are in this text alone. */
export type SidePiece = { text: string; changed: boolean };

/** Characters; longer lines are marked as a whole. */
const longestLine = 2_000;
const lineEditLength = 160;

/** The same for two lines, each with its own pieces; null when they share too little, or are too long to search. */
export function diffPair(before: string, after: string): { before: SidePiece[]; after: SidePiece[] } | null {
  if (before.length > longestLine || after.length > longestLine) return null;
  const pieces = diffByWord(before, after, lineEditLength);
  if (!pieces.some(({ kind, text }) => kind === "same" && /\w/.test(text))) return null;
  return { before: sideOf(pieces, "added"), after: sideOf(pieces, "removed") };
}

/** Neighbours of the same sort become one piece, and changes with nothing but a blank between them too. */
function sideOf(pieces: readonly DiffPiece[], without: DiffPiece["kind"]): SidePiece[] {
  const side: SidePiece[] = [];
  for (const { kind, text } of pieces) {
    if (kind === without) continue;
    const changed = kind !== "same";
    const [last, earlier] = [side.at(-1), side.at(-2)];
    if (last?.changed === changed) last.text += text;
    else if (changed && earlier && last?.text.trim() === "") {
      earlier.text += last.text + text;
      side.pop();
    } else side.push({ text, changed });
  }
  return side;
}
