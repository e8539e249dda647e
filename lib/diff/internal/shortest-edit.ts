/** Past this many differing lines other means are better: memory and time grow with the square. */
const mostEdits = 1_000;

type Edit = {
  /** Equal lines of a longest common subsequence, 0-based; null when the search was given up. */
  pairs: (readonly [number, number])[] | null;
  steps: number;
};

/** Myers' shortest edit script (An O(ND) difference algorithm, 1986), given up after `mostSteps` steps. */
export function shortestEdit(old: Int32Array, current: Int32Array, mostSteps: number): Edit {
  const limit = Math.min(old.length + current.length, mostEdits);
  const middle = limit + 1;
  const reach = new Int32Array(2 * limit + 3);
  const history: Int32Array[] = [];
  let steps = 0;
  for (let distance = 0; distance <= limit; distance++) {
    history.push(reach.slice(middle - distance - 1, middle + distance + 2));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const left = reach[middle + diagonal - 1] ?? 0;
      const right = reach[middle + diagonal + 1] ?? 0;
      const down = diagonal === -distance || (diagonal !== distance && left < right);
      let x = down ? right : left + 1;
      const from = x;
      while (x < old.length && x - diagonal < current.length && old[x] === current[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      steps += x - from + 1;
      // One row of long equal runs can take as many as all rows before it.
      if (steps > mostSteps) return { pairs: null, steps };
      if (x >= old.length && x - diagonal >= current.length)
        return { pairs: walkBack(history, old.length, current.length), steps };
    }
  }
  return { pairs: null, steps };
}

function walkBack(history: readonly Int32Array[], oldLength: number, newLength: number) {
  const pairs: (readonly [number, number])[] = [];
  let x = oldLength;
  let y = newLength;
  for (let distance = history.length - 1; distance >= 0; distance--) {
    const diagonal = x - y;
    // Each row begins at diagonal -distance - 1.
    const reachAt = (at: number) => history[distance]?.[at + distance + 1] ?? 0;
    const [left, right] = [reachAt(diagonal - 1), reachAt(diagonal + 1)];
    const down = diagonal === -distance || (diagonal !== distance && left < right);
    const previous = down ? diagonal + 1 : diagonal - 1;
    const fromX = distance === 0 ? 0 : down ? right : left;
    const fromY = distance === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      pairs.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}
