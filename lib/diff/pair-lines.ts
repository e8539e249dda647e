import type { Steps } from "@/lib/kernel/steps";

/** Places of two lines that stand beside each other, 0-based; null on the side that has none. */
export type LinePair = readonly [old: number | null, current: number | null];

/** Larger blocks are paired from the top: to weigh every line against every other one is quadratic. */
const mostWeighed = 900;
/** Characters of a line that are weighed. */
const weighedLength = 400;
/** The least share of words that two lines must have in common to be the same line, edited. */
const leastAlike = 0.34;

/**
 * Which of the new lines of a block stands for which of the old ones: the order is kept, and as much text as
 * possible stands beside what it was. What is left over stands beside each other without being compared.
 */
export function* pairLines(
  old: readonly string[],
  current: readonly string[],
): Steps<{ pairs: LinePair[]; alike: ReadonlySet<number> }> {
  const matches =
    old.length * current.length <= mostWeighed
      ? yield* bestMatches(old, current)
      : yield* inOrder(old, current);
  const pairs: LinePair[] = [];
  const alike = new Set<number>();
  let x = 0;
  let y = 0;
  for (const [toX, toY] of [...matches, [old.length, current.length] as const]) {
    const rows = Math.max(toX - x, toY - y);
    for (let row = 0; row < rows; row++)
      pairs.push([x + row < toX ? x + row : null, y + row < toY ? y + row : null]);
    if (toX < old.length && toY < current.length) {
      alike.add(pairs.length);
      pairs.push([toX, toY]);
    }
    x = toX + 1;
    y = toY + 1;
  }
  return { pairs, alike };
}

type Match = readonly [number, number];

function* inOrder(old: readonly string[], current: readonly string[]): Steps<Match[]> {
  const matches: Match[] = [];
  for (let at = 0; at < Math.min(old.length, current.length); at++) {
    if (likeness(wordsOf(old[at] ?? ""), wordsOf(current[at] ?? "")) >= leastAlike) matches.push([at, at]);
    yield;
  }
  return matches;
}

/** Finds the pairs that are most alike in all, by the table of all beginnings. */
function* bestMatches(old: readonly string[], current: readonly string[]): Steps<Match[]> {
  const [oldWords, newWords] = [old.map(wordsOf), current.map(wordsOf)];
  yield;
  const width = current.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const alike = new Float64Array(old.length * current.length);
  for (let x = old.length - 1; x >= 0; x--) {
    for (let y = current.length - 1; y >= 0; y--) {
      const here = likeness(oldWords[x] ?? none, newWords[y] ?? none);
      const taken = here >= leastAlike ? here + (best[(x + 1) * width + y + 1] ?? 0) : 0;
      alike[x * current.length + y] = here;
      best[x * width + y] = Math.max(taken, best[(x + 1) * width + y] ?? 0, best[x * width + y + 1] ?? 0);
    }
    yield;
  }
  const matches: Match[] = [];
  for (let x = 0, y = 0; x < old.length && y < current.length; ) {
    const value = best[x * width + y] ?? 0;
    const here = alike[x * current.length + y] ?? 0;
    if (here >= leastAlike && value === here + (best[(x + 1) * width + y + 1] ?? 0)) {
      matches.push([x, y]);
      x++;
      y++;
    } else if (value === best[(x + 1) * width + y]) x++;
    else y++;
  }
  return matches;
}

type Words = ReadonlyMap<string, number>;
const none: Words = new Map();

function wordsOf(line: string): Words {
  const words = new Map<string, number>();
  for (const [word] of line.slice(0, weighedLength).matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** Divides twice the words in common by all words of both: 0 is nothing, 1 all. */
function likeness(left: Words, right: Words): number {
  let shared = 0;
  let all = 0;
  for (const [word, count] of left) {
    all += count;
    shared += Math.min(count, right.get(word) ?? 0);
  }
  for (const count of right.values()) all += count;
  return all === 0 ? 0 : (2 * shared) / all;
}
