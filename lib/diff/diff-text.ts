import { runAtOnce, type Steps } from "@/lib/kernel/steps";
import { compareLines, compareLinesSteps, countChanges, type LineChange } from "./diff-lines";
import { diffPair, type SidePiece } from "./diff-words";
import { pairLines } from "./pair-lines";
import { headingsOf, type LineEnding, onlyEnding, type TextLine, textLines } from "./text-lines";

/** It counts from 1 on its side. `cut` counts the characters at its end that are not told. */
export type DiffLine = {
  line: number;
  text: string;
  pieces?: SidePiece[];
  ending?: Exclude<LineEnding, "lf">;
  cut?: number;
};
export type DiffRow =
  | { kind: "same"; old: DiffLine; new: DiffLine }
  | { kind: "changed"; old: DiffLine | null; new: DiffLine | null };
export type DiffHunk = { oldStart: number; newStart: number; heading: string | null; rows: DiffRow[] };

export type TextDiff = {
  oldLines: number;
  newLines: number;
  added: number;
  removed: number;
  hunks: DiffHunk[];
  endings: { before: LineEnding; after: LineEnding } | null;
  limited: "too-different" | "too-many-lines" | null;
};

/** Rows of changes that are told, and characters of a line: nobody reads more, and no browser likes to show it. */
const mostRows = 4_000;
const longestLine = 4_000;
/** Characters that are compared word by word in one text; what comes after them is told by whole lines. */
const mostMarked = 400_000;

type Options = { context?: number; isDocument?: boolean };

/**
 * Two texts beside each other, in hunks with `context` unchanged lines around each change. Where every line of a
 * side ends alike and only that differs between the sides, it is said once and not line by line.
 */
export const diffText = (before: string, after: string, options: Options = {}): TextDiff =>
  runAtOnce(diffTextSteps(before, after, options));

/** The same in pieces, for where others wait meanwhile: no texts make one of them long. */
export function* diffTextSteps(
  before: string,
  after: string,
  { context = 3, isDocument = false }: Options = {},
): Steps<TextDiff> {
  const old = textLines(before);
  yield;
  const current = textLines(after);
  yield;
  const endings = differingEndings(old, current);
  const lineKey = lineKeyWith(endings);
  const keys = [old.map(lineKey), current.map(lineKey)] as const;
  yield;
  const { changes, exact } = yield* compareLinesSteps(...keys);
  const { hunks, whole } = yield* toHunks({
    old,
    current,
    changes,
    context,
    isDocument,
    sayEnding: endings === null,
    charactersLeft: mostMarked,
  });
  return {
    oldLines: old.length,
    newLines: current.length,
    ...countChanges(changes),
    hunks,
    endings,
    limited: whole ? (exact ? null : "too-different") : "too-many-lines",
  };
}

/** Counts how many lines came and went, and finds out nothing else. */
export function countLineChanges(before: string, after: string): { added: number; removed: number } {
  const [old, current] = [textLines(before), textLines(after)];
  const lineKey = lineKeyWith(differingEndings(old, current));
  return countChanges(compareLines(old.map(lineKey), current.map(lineKey)).changes);
}

/** Texts that differ in all their line endings are told so once: their lines then count as equal. */
const lineKeyWith =
  (endings: TextDiff["endings"]) =>
  ({ text, ending }: TextLine): string =>
    ending === "lf" || (endings !== null && ending !== "none") ? text : `${text}\n${ending}`;

function differingEndings(old: readonly TextLine[], current: readonly TextLine[]): TextDiff["endings"] {
  const [before, after] = [onlyEnding(old), onlyEnding(current)];
  return before !== null && after !== null && before !== after ? { before, after } : null;
}

type Sides = {
  old: readonly TextLine[];
  current: readonly TextLine[];
  changes: readonly LineChange[];
  context: number;
  isDocument: boolean;
  sayEnding: boolean;
  charactersLeft: number;
};

function* toHunks(sides: Sides): Steps<{ hunks: DiffHunk[]; whole: boolean }> {
  const { old, current, changes, context } = sides;
  const headings = sides.isDocument ? headingsOf(current) : [];
  const hunks: DiffHunk[] = [];
  let rowsLeft = mostRows;
  for (const group of groupChanges(changes, context)) {
    const [first] = group;
    if (!first) continue;
    if (rowsLeft <= 0) return { hunks, whole: false };
    const lead = Math.min(context, first.oldStart, first.newStart);
    const hunk: DiffHunk = {
      oldStart: first.oldStart - lead + 1,
      newStart: first.newStart - lead + 1,
      heading: headings[Math.min(first.newStart - lead, current.length - 1)] ?? null,
      rows: sameRows(sides, first.oldStart - lead, first.newStart - lead, lead),
    };
    for (const [index, change] of group.entries()) {
      const rows = yield* changedRows(sides, beginningOf(change, rowsLeft));
      hunk.rows.push(...rows.slice(0, rowsLeft));
      rowsLeft -= Math.max(change.oldCount, change.newCount);
      if (rowsLeft < 0) return { hunks: [...hunks, hunk], whole: false };
      const oldEnd = change.oldStart + change.oldCount;
      const until = group[index + 1]?.oldStart ?? Math.min(oldEnd + context, old.length);
      hunk.rows.push(...sameRows(sides, oldEnd, change.newStart + change.newCount, until - oldEnd));
    }
    hunks.push(hunk);
  }
  return { hunks, whole: true };
}

/** Changes whose context would touch stand in one hunk. */
function groupChanges(changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.oldStart - (last.oldStart + last.oldCount) <= 2 * context) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function sameRows(
  { old, current, sayEnding }: Sides,
  oldStart: number,
  newStart: number,
  count: number,
): DiffRow[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: "same",
    old: toLine(old, oldStart + at, sayEnding),
    new: toLine(current, newStart + at, sayEnding),
  }));
}

/** What nobody is told is not paired either. */
const beginningOf = (change: LineChange, most: number): LineChange => ({
  ...change,
  oldCount: Math.min(change.oldCount, most),
  newCount: Math.min(change.newCount, most),
});

function* changedRows(sides: Sides, change: LineChange): Steps<DiffRow[]> {
  const { old, current, sayEnding } = sides;
  const { oldStart, oldCount, newStart, newCount } = change;
  const textsOf = (lines: readonly TextLine[], start: number, count: number) =>
    lines.slice(start, start + count).map(({ text }) => text);
  const oldTexts = textsOf(old, oldStart, oldCount);
  const { pairs, alike } = yield* pairLines(oldTexts, textsOf(current, newStart, newCount));
  const rows: DiffRow[] = [];
  for (const [index, [x, y]] of pairs.entries()) {
    const left = x === null ? null : toLine(old, oldStart + x, sayEnding);
    const right = y === null ? null : toLine(current, newStart + y, sayEnding);
    const pieces = left && right && alike.has(index) ? markWords(sides, left.text, right.text) : null;
    rows.push({
      kind: "changed",
      old: left && pieces ? { ...left, pieces: pieces.before } : left,
      new: right && pieces ? { ...right, pieces: pieces.after } : right,
    });
    yield;
  }
  return rows;
}

function markWords(sides: Sides, before: string, after: string): ReturnType<typeof diffPair> {
  sides.charactersLeft -= before.length + after.length;
  return sides.charactersLeft < 0 ? null : diffPair(before, after);
}

function toLine(lines: readonly TextLine[], at: number, sayEnding: boolean): DiffLine {
  const { text, ending } = lines[at] ?? { text: "", ending: "lf" as const };
  const told = ending === "none" || (sayEnding && ending !== "lf") ? ending : "lf";
  return {
    line: at + 1,
    text: text.slice(0, longestLine),
    ...(told === "lf" ? {} : { ending: told }),
    ...(text.length > longestLine ? { cut: text.length - longestLine } : {}),
  };
}
