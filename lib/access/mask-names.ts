/**
 * Fields of what suites and trials came to that hold names of skills, one or a list. No other text is touched: a skill may
 * be called like an outcome, a host or an agent, and what somebody typed is theirs.
 */
const fieldsOfNames: ReadonlySet<string> = new Set([
  "skill",
  "names",
  "activated",
  "alsoActivated",
  "by",
  "alsoChanged",
  "laterCatalogue",
  "withheld",
]);

/**
 * The same value in which no name of a skill is one of these: what stands for it stands in its place. Names inside of
 * longer texts stay: one that was sent to a model is shown whole or not at all.
 */
export function maskNames<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (names.size === 0) return value;
  const copy = structuredClone({ value });
  maskInside(copy, names, false);
  return copy.value;
}

/** `holdsNames`: what stands directly in it, as in a list, is what its field says. */
function maskInside(holder: object, names: ReadonlyMap<string, string>, holdsNames: boolean): void {
  const isList = Array.isArray(holder);
  const entries: [string, unknown][] = Object.entries(holder);
  for (const [key, one] of entries) {
    const isName = isList ? holdsNames : fieldsOfNames.has(key);
    const instead = isName && typeof one === "string" ? names.get(one) : undefined;
    if (instead !== undefined) Reflect.set(holder, key, instead);
    else if (typeof one === "object" && one !== null) maskInside(one, names, isName);
  }
}
