/** One search for all of them: many times faster than one search each. */
export const anyOf = (hints: readonly string[], flags = ""): RegExp =>
  new RegExp(
    [...new Set(hints)].map((hint) => hint.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|"),
    flags,
  );
