/**
 * For each wanted element the place of the one that it was before, or null for a new one. `from` decides where it is
 * given; otherwise the first key that one of those left has, the more telling keys first for all. None is taken twice.
 */
export function matchEdits(
  found: readonly (readonly string[])[],
  wanted: readonly { from: number | null | undefined; keys: readonly string[] }[],
): (number | null)[] {
  const places = new Array<number | null>(wanted.length).fill(null);
  const free = new Set(found.keys());
  for (const [index, { from }] of wanted.entries())
    if (typeof from === "number" && free.delete(from)) places[index] = from;
  const rounds = Math.max(0, ...found.map((keys) => keys.length).slice(0, 1));
  for (let round = 0; round < rounds; round++) {
    const queues = Map.groupBy([...free], (at) => found[at]?.[round]);
    for (const [index, { from, keys }] of wanted.entries()) {
      if (from !== undefined || places[index] !== null) continue;
      const at = queues.get(keys[round])?.shift();
      if (at === undefined) continue;
      free.delete(at);
      places[index] = at;
    }
  }
  return places;
}
