/** A run of lines that differs: `oldCount` lines from `oldStart` became `newCount` lines from `newStart` (0-based). */
export type LineChange = { oldStart: number; oldCount: number; newStart: number; newCount: number };

/** Past this many differing lines the middle counts as one change: the search is quadratic in it. */
const maxDistance = 2_000;

export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** Myers' shortest edit script over lines, as runs in order. */
export function diffLines(before: readonly string[], after: readonly string[]): LineChange[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const longest = Math.min(before.length, after.length) - head;
  while (tail < longest && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const current = after.slice(head, after.length - tail);
  return toRuns(matchLines(old, current), old.length, current.length).map((run) => ({
    ...run,
    oldStart: run.oldStart + head,
    newStart: run.newStart + head,
  }));
}

export function countChanges(changes: readonly LineChange[]): { added: number; removed: number } {
  return changes.reduce(
    (sum, change) => ({ added: sum.added + change.newCount, removed: sum.removed + change.oldCount }),
    { added: 0, removed: 0 },
  );
}

type Match = readonly [oldLine: number, newLine: number];

/** Pairs of equal lines of a longest common subsequence; none when the texts differ too much to search. */
function matchLines(old: readonly string[], current: readonly string[]): Match[] {
  const limit = Math.min(old.length + current.length, maxDistance);
  let reach = new Map<number, number>([[1, 0]]);
  const history: Map<number, number>[] = [];
  for (let distance = 0; distance <= limit; distance++) {
    history.push(new Map(reach));
    const next = new Map(reach);
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const down = stepsDown(reach, diagonal, distance);
      let x = down ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < current.length && old[x] === current[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= old.length && x - diagonal >= current.length)
        return walkBack(history, old.length, current.length);
    }
    reach = next;
  }
  return [];
}

const stepsDown = (reach: ReadonlyMap<number, number>, diagonal: number, distance: number): boolean =>
  diagonal === -distance ||
  (diagonal !== distance && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0));

function walkBack(history: readonly Map<number, number>[], oldLength: number, newLength: number): Match[] {
  const matches: Match[] = [];
  let x = oldLength;
  let y = newLength;
  for (let distance = history.length - 1; distance >= 0; distance--) {
    const reach = history[distance] ?? new Map<number, number>();
    const diagonal = x - y;
    const previous = stepsDown(reach, diagonal, distance) ? diagonal + 1 : diagonal - 1;
    const fromX = distance === 0 ? 0 : (reach.get(previous) ?? 0);
    const fromY = distance === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      matches.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return matches.reverse();
}

function toRuns(matches: readonly Match[], oldLength: number, newLength: number): LineChange[] {
  const runs: LineChange[] = [];
  let oldStart = 0;
  let newStart = 0;
  for (const [x, y] of [...matches, [oldLength, newLength] as const]) {
    if (x > oldStart || y > newStart)
      runs.push({ oldStart, oldCount: x - oldStart, newStart, newCount: y - newStart });
    oldStart = x + 1;
    newStart = y + 1;
  }
  return runs;
}
