/**
 * The same value in which no text is one of these names: what stands for a name stands in its place. Names inside of longer
 * texts stay: a text of people is theirs, and one that was sent to a model is shown whole or not at all.
 */
export function maskNames<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (names.size === 0) return value;
  const copy = structuredClone({ value });
  maskInside(copy, names);
  return copy.value;
}

function maskInside(holder: object, names: ReadonlyMap<string, string>): void {
  const entries: [string, unknown][] = Object.entries(holder);
  for (const [key, one] of entries) {
    const instead = typeof one === "string" ? names.get(one) : undefined;
    if (instead !== undefined) Reflect.set(holder, key, instead);
    else if (typeof one === "object" && one !== null) maskInside(one, names);
  }
}
