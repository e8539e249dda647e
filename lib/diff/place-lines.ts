import { compareLines, type LineChange } from "./diff-lines";
import { hasTooManyLines, textLines } from "./text-lines";

/** 1-based, both inclusive. */
export type LineRange = { startLine: number; endLine: number };

export type AnchoredLines = LineRange & {
  /** The lines themselves, without how they end. */
  quote: readonly string[];
  /** The whole file as it was; null when its bytes are gone. */
  before: readonly string[] | null;
  /** What stood around: `from` is the 1-based number of its first line. */
  hunk: { from: number; lines: readonly string[] };
};

/**
 * Where lines that somebody commented on are in a newer text: where a comparison of both texts leaves them, else at
 * the same lines elsewhere, the nearest first. Null when they were edited or are gone. Never other text, and never a
 * twin that stood elsewhere in the old text already.
 */
export function placeLines(anchor: AnchoredLines, after: readonly string[]): LineRange | null {
  const { quote, before } = anchor;
  if (quote.length === 0) return null;
  if (before === null) return findByContext(anchor, after);
  const lines = mapLines(before, after);
  const start = anchor.startLine - 1;
  const kept = imageOf(lines, start, quote.length);
  // What is stored of a line may be shortened: only what stands there word for word is the place.
  if (kept !== null && isAt(after, kept, quote)) return toRange(kept, quote.length);
  if (isBlank(quote)) return null;
  const twins = new Set(
    occurrencesOf(quote, before)
      .filter((at) => at !== start)
      .map((at) => imageOf(lines, at, quote.length)),
  );
  const expected = expectedPlace(lines, start);
  const candidates = occurrencesOf(quote, after).filter((at) => !twins.has(at));
  const nearest = nearestTo(candidates, expected);
  return nearest === null ? null : toRange(nearest, quote.length);
}

/** Many anchors in one file, and its text as it was and as it is. `before` is null when its bytes are gone. */
export type AnchorsInText = {
  before: string | null;
  after: string;
  anchors: readonly Omit<AnchoredLines, "before">[];
};

/** Where each of them is, in their order. In a text of very many lines nothing is looked for. */
export function placeInText({ before, after, anchors }: AnchorsInText): (LineRange | null)[] {
  const lines = linesOf(after);
  const linesBefore = before === null ? null : linesOf(before);
  return anchors.map((anchor) => (lines ? placeLines({ ...anchor, before: linesBefore }, lines) : null));
}

const linesOf = (text: string): string[] | null =>
  hasTooManyLines(text) ? null : textLines(text).map((line) => line.text);

const toRange = (at: number, count: number): LineRange => ({ startLine: at + 1, endLine: at + count });
const isBlank = (quote: readonly string[]) => quote.every((line) => line.trim() === "");

/** Many threads are about one file: two texts are compared once, as long as somebody holds them. */
const compared = new WeakMap<readonly string[], WeakMap<readonly string[], Int32Array>>();

function mapLines(before: readonly string[], after: readonly string[]): Int32Array {
  const known = compared.get(before) ?? new WeakMap<readonly string[], Int32Array>();
  compared.set(before, known);
  const map = known.get(after) ?? newPlaces(before, after, compareLines(before, after).changes);
  known.set(after, map);
  return map;
}

/** For each old line its new place, 0-based; -1 for one that did not stay. */
function newPlaces(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): Int32Array {
  const map = new Int32Array(before.length).fill(-1);
  const end: LineChange = {
    oldStart: before.length,
    oldCount: 0,
    newStart: after.length,
    newCount: 0,
  };
  let [old, current] = [0, 0];
  for (const change of [...changes, end]) {
    while (old < change.oldStart) map[old++] = current++;
    old = change.oldStart + change.oldCount;
    current = change.newStart + change.newCount;
  }
  return map;
}

/** Where these lines went as one block; null when they did not stay together. */
function imageOf(lines: Int32Array, start: number, count: number): number | null {
  const first = lines[start] ?? -1;
  if (first === -1) return null;
  for (let at = 1; at < count; at += 1) if (lines[start + at] !== first + at) return null;
  return first;
}

/** Behind the nearest line above that stayed. */
function expectedPlace(lines: Int32Array, start: number): number {
  for (let at = Math.min(start, lines.length) - 1; at >= 0; at -= 1) {
    const place = lines[at] ?? -1;
    if (place !== -1) return place + (start - at);
  }
  return start;
}

const isAt = (text: readonly string[], at: number, quote: readonly string[]) =>
  quote.every((line, index) => text[at + index] === line);

/** Every place where the lines stand, however they overlap; in time that grows with the text alone. */
function occurrencesOf(quote: readonly string[], text: readonly string[]): number[] {
  const found: number[] = [];
  const fallback = fallbacksOf(quote);
  let matched = 0;
  for (const [at, line] of text.entries()) {
    while (matched > 0 && (matched === quote.length || quote[matched] !== line))
      matched = fallback[matched - 1] ?? 0;
    if (quote[matched] === line) matched += 1;
    if (matched === quote.length) found.push(at - quote.length + 1);
  }
  return found;
}

/** Knuth, Morris and Pratt: how much of the quote a failed match at each line can keep. */
function fallbacksOf(quote: readonly string[]): number[] {
  const fallback = [0];
  for (let at = 1, kept = 0; at < quote.length; at += 1) {
    while (kept > 0 && quote[kept] !== quote[at]) kept = fallback[kept - 1] ?? 0;
    if (quote[kept] === quote[at]) kept += 1;
    fallback.push(kept);
  }
  return fallback;
}

function nearestTo(candidates: readonly number[], expected: number): number | null {
  let nearest: number | null = null;
  for (const at of candidates)
    if (nearest === null || Math.abs(at - expected) < Math.abs(nearest - expected)) nearest = at;
  return nearest;
}

/** Without the old text: the one place, or the one with more of the same around it than any other. */
function findByContext(
  { quote, startLine, hunk }: AnchoredLines,
  after: readonly string[],
): LineRange | null {
  if (isBlank(quote)) return null;
  const lead = startLine - hunk.from;
  const likeness = (at: number) =>
    hunk.lines.filter((line, index) => after[at - lead + index] === line).length;
  const ranked = occurrencesOf(quote, after)
    .map((at) => ({ at, alike: likeness(at) }))
    .sort((left, right) => right.alike - left.alike);
  const [best, next] = ranked;
  return best && (!next || best.alike > next.alike) ? toRange(best.at, quote.length) : null;
}
