import { runAtOnce, type Steps } from "@/lib/kernel/steps";
import { shortestEdit } from "./internal/shortest-edit";
import { uniquePairs } from "./internal/unique-pairs";

/** A run of lines that differs: `oldCount` lines from `oldStart` became `newCount` lines from `newStart` (0-based). */
export type LineChange = { oldStart: number; oldCount: number; newStart: number; newCount: number };

export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** Steps of the search over all of a text: a tenth of a second, whatever the text is. Edited texts need far fewer. */
const mostSteps = 20_000_000;
const deepest = 12;

type Comparison = { changes: LineChange[]; exact: boolean };

/**
 * What differs between two lists of lines, in order. `exact` is false when a part of them was too different to
 * search in bounded time: that part then counts as replaced whole.
 */
export const compareLines = (before: readonly string[], after: readonly string[]): Comparison =>
  runAtOnce(compareLinesSteps(before, after));

/** The same in pieces, for where others wait meanwhile. */
export function* compareLinesSteps(before: readonly string[], after: readonly string[]): Steps<Comparison> {
  const numbers = new Map<string, number>();
  const old = numbered(before, numbers);
  yield;
  const search: Search = { old, new: numbered(after, numbers), changes: [], steps: mostSteps, exact: true };
  yield;
  const whole = { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length };
  yield* compareSpan(search, whole, 0);
  return { changes: search.changes, exact: search.exact };
}

export const diffLines = (before: readonly string[], after: readonly string[]): LineChange[] =>
  compareLines(before, after).changes;

export function countChanges(changes: readonly LineChange[]): { added: number; removed: number } {
  return changes.reduce(
    (sum, change) => ({ added: sum.added + change.newCount, removed: sum.removed + change.oldCount }),
    { added: 0, removed: 0 },
  );
}

type Search = { old: Int32Array; new: Int32Array; changes: LineChange[]; steps: number; exact: boolean };
type Span = { oldStart: number; oldEnd: number; newStart: number; newEnd: number };

/** Equal lines get equal numbers: comparing them costs the same however long they are. */
function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
}

/** The shortest edit where it is found in time; else lines that either side has once hold the span together. */
function* compareSpan(search: Search, whole: Span, depth: number): Steps<void> {
  const span = withoutEqualEnds(search, whole);
  if (span.oldStart === span.oldEnd || span.newStart === span.newEnd) {
    addChange(search, span);
    return;
  }
  const edit = shortestEdit(
    search.old.subarray(span.oldStart, span.oldEnd),
    search.new.subarray(span.newStart, span.newEnd),
    search.steps,
  );
  search.steps -= edit.steps;
  yield;
  if (edit.pairs) {
    for (const gap of gapsOf(span, edit.pairs)) addChange(search, gap);
    return;
  }
  const anchors = depth < deepest ? uniquePairs(search.old, search.new, span) : [];
  if (anchors.length === 0) {
    search.exact = false;
    addChange(search, span);
    return;
  }
  yield;
  for (const gap of gapsOf(span, anchors)) yield* compareSpan(search, gap, depth + 1);
}

function withoutEqualEnds(search: Search, { oldStart, oldEnd, newStart, newEnd }: Span): Span {
  const span = { oldStart, oldEnd, newStart, newEnd };
  const isEqual = (old: number, current: number) => search.old[old] === search.new[current];
  while (
    span.oldStart < span.oldEnd &&
    span.newStart < span.newEnd &&
    isEqual(span.oldStart, span.newStart)
  ) {
    span.oldStart += 1;
    span.newStart += 1;
  }
  while (
    span.oldStart < span.oldEnd &&
    span.newStart < span.newEnd &&
    isEqual(span.oldEnd - 1, span.newEnd - 1)
  ) {
    span.oldEnd -= 1;
    span.newEnd -= 1;
  }
  return span;
}

/** What lies between pairs of equal lines, which are counted from the span's start. */
function* gapsOf(
  { oldStart, oldEnd, newStart, newEnd }: Span,
  pairs: readonly (readonly [number, number])[],
): Generator<Span> {
  let old = oldStart;
  let current = newStart;
  for (const [x, y] of [...pairs, [oldEnd - oldStart, newEnd - newStart] as const]) {
    const gap = { oldStart: old, oldEnd: oldStart + x, newStart: current, newEnd: newStart + y };
    if (gap.oldStart < gap.oldEnd || gap.newStart < gap.newEnd) yield gap;
    old = oldStart + x + 1;
    current = newStart + y + 1;
  }
}

/** Changes that touch become one. */
function addChange({ changes }: Search, { oldStart, oldEnd, newStart, newEnd }: Span): void {
  const [oldCount, newCount] = [oldEnd - oldStart, newEnd - newStart];
  if (oldCount === 0 && newCount === 0) return;
  const last = changes.at(-1);
  if (last && last.oldStart + last.oldCount === oldStart && last.newStart + last.newCount === newStart) {
    last.oldCount += oldCount;
    last.newCount += newCount;
  } else changes.push({ oldStart, oldCount, newStart, newCount });
}
