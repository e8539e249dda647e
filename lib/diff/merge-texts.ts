import { compareLines, type LineChange } from "./diff-lines";
import { hasTooManyLines } from "./text-lines";

/** Of a line, each with its line break. `changed`: who made something else of the base; `same` where both made the same. */
export type MergeHunk = {
  kind: "hunk";
  changed: "ours" | "theirs" | "both" | "same";
  base: string[];
  ours: string[];
  theirs: string[];
};
export type MergePiece = { kind: "kept"; lines: string[] } | MergeHunk;

export type HunkChoice = "ours" | "theirs" | "both";

type Texts = { base: string | null; ours: string; theirs: string };

/**
 * What two texts made of the one that both began from, in order. Changes that touch are one hunk, as for git. Without a
 * base each difference is a hunk of both. Null for texts of more lines than are compared.
 */
export function mergeTexts({ base, ours, theirs }: Texts): MergePiece[] | null {
  if ([base ?? "", ours, theirs].some(hasTooManyLines)) return null;
  const sides = { ours: linesOf(ours), theirs: linesOf(theirs) };
  if (base === null) return mergeTwo(sides);
  const was = linesOf(base);
  const changes = {
    ours: compareLines(was, sides.ours).changes,
    theirs: compareLines(was, sides.theirs).changes,
  };
  return mergeThree(was, sides, changes);
}

/** What a hunk becomes where nobody says otherwise; null where somebody has to. */
export const usualChoice = ({ changed }: Pick<MergeHunk, "changed">): HunkChoice | null => {
  if (changed === "both") return null;
  return changed === "theirs" ? "theirs" : "ours";
};

/** The text of these pieces with a choice for each hunk, in order; null where one has none. */
export function mergedText(
  pieces: readonly MergePiece[],
  choices: readonly (HunkChoice | null)[],
): string | null {
  const lines: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (piece.kind === "kept") lines.push(...piece.lines);
    else {
      const choice = choices[at] ?? null;
      at += 1;
      if (choice === null) return null;
      lines.push(...(choice === "theirs" ? [] : piece.ours), ...(choice === "ours" ? [] : piece.theirs));
    }
  }
  const last = lines.length - 1;
  // The last line of one side may stand before a line of the other.
  return lines.map((line, index) => (index < last && !/[\r\n]$/.test(line) ? `${line}\n` : line)).join("");
}

/** A text that ends with a line break has no empty line after it. */
const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

type Sides = Record<"ours" | "theirs", readonly string[]>;

function mergeTwo({ ours, theirs }: Sides): MergePiece[] {
  const pieces: MergePiece[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of compareLines(ours, theirs).changes) {
    keep(pieces, ours.slice(at, oldStart));
    pieces.push({
      kind: "hunk",
      changed: "both",
      base: [],
      ours: ours.slice(oldStart, oldStart + oldCount),
      theirs: theirs.slice(newStart, newStart + newCount),
    });
    at = oldStart + oldCount;
  }
  keep(pieces, ours.slice(at));
  return pieces;
}

function mergeThree(
  base: readonly string[],
  sides: Sides,
  changes: Record<keyof Sides, readonly LineChange[]>,
): MergePiece[] {
  const pieces: MergePiece[] = [];
  const left = { ours: new Side(sides.ours, changes.ours), theirs: new Side(sides.theirs, changes.theirs) };
  let at = 0;
  for (;;) {
    const from = Math.min(left.ours.next, left.theirs.next);
    if (from === Number.POSITIVE_INFINITY) break;
    keep(pieces, base.slice(at, from));
    at = reach(from, left);
    const [ours, theirs] = [left.ours.takeUpTo(from, at), left.theirs.takeUpTo(from, at)];
    pieces.push({ kind: "hunk", base: base.slice(from, at), ...hunkOf(ours, theirs) });
  }
  keep(pieces, base.slice(at));
  return pieces;
}

type Taken = { lines: string[]; isChanged: boolean };

function hunkOf(ours: Taken, theirs: Taken): Pick<MergeHunk, "changed" | "ours" | "theirs"> {
  const lines = { ours: ours.lines, theirs: theirs.lines };
  if (!theirs.isChanged) return { changed: "ours", ...lines };
  if (!ours.isChanged) return { changed: "theirs", ...lines };
  const isSame =
    ours.lines.length === theirs.lines.length && ours.lines.every((line, at) => line === theirs.lines[at]);
  return { changed: isSame ? "same" : "both", ...lines };
}

/** Where the changes of either side end that hang together from here. */
function reach(from: number, { ours, theirs }: Record<keyof Sides, Side>): number {
  let end = from;
  for (;;) {
    const further = Math.max(ours.reachFrom(end), theirs.reachFrom(end));
    if (further === end) return end;
    end = further;
  }
}

/** One side, gone through along the base. */
class Side {
  private at = 0;
  private looked = 0;
  /** How many lines more it has than the base up to here. */
  private shift = 0;

  constructor(
    private readonly lines: readonly string[],
    private readonly changes: readonly LineChange[],
  ) {}

  get next(): number {
    return this.changes[this.at]?.oldStart ?? Number.POSITIVE_INFINITY;
  }

  /** The end of those of its changes that begin at `end` or before it. */
  reachFrom(end: number): number {
    let reached = end;
    for (;;) {
      const change = this.changes[this.looked];
      if (!change || change.oldStart > reached) return reached;
      reached = Math.max(reached, change.oldStart + change.oldCount);
      this.looked += 1;
    }
  }

  /** What it made of these lines of the base. */
  takeUpTo(from: number, end: number): Taken {
    const begin = from + this.shift;
    const isChanged = this.looked > this.at;
    for (; this.at < this.looked; this.at += 1) {
      const { oldCount = 0, newCount = 0 } = this.changes[this.at] ?? {};
      this.shift += newCount - oldCount;
    }
    return { lines: this.lines.slice(begin, end + this.shift), isChanged };
  }
}

function keep(pieces: MergePiece[], lines: string[]): void {
  if (lines.length > 0) pieces.push({ kind: "kept", lines });
}
