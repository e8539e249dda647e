type Span = { oldStart: number; oldEnd: number; newStart: number; newEnd: number };

/** Lines that both sides of a span have exactly once, as many as keep their order; counted from the span's start. */
export function uniquePairs(old: Int32Array, current: Int32Array, span: Span): (readonly [number, number])[] {
  const inOld = placesOf(old, span.oldStart, span.oldEnd);
  const inNew = placesOf(current, span.newStart, span.newEnd);
  const pairs: (readonly [number, number])[] = [];
  for (const [line, x] of inOld) {
    const y = inNew.get(line);
    if (x >= 0 && y !== undefined && y >= 0) pairs.push([x, y]);
  }
  return longestRising(pairs);
}

/** Where each line stands, in order; -1 for one that stands there more than once. */
function placesOf(lines: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? 0;
    places.set(line, places.has(line) ? -1 : at - start);
  }
  return places;
}

/** Finds the longest subsequence whose second members rise, by patience sorting. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [, y]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const rising: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}
