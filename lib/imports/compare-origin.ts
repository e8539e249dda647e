export const originOutcomes = ["unchanged", "changed", "edited", "conflict", "unlinked"] as const;
export type OriginOutcome = (typeof originOutcomes)[number];

type Texts = {
  /** What lies elsewhere now. */
  theirs: string;
  /** The draft here. */
  ours: string;
  /** What was read from there last; null where nothing was. */
  base: string | null;
};

export type ComparedText = { digest: string; executables: readonly { path: string }[] };

/** A text in one word for the comparison: no digest says which of its files are executable. */
export const comparable = ({ digest, executables }: ComparedText): string =>
  JSON.stringify([digest, ...executables.map(({ path }) => path).sort()]);

/**
 * How a text elsewhere stands to the draft here, all three told by their digests or by `comparable`: `edited` has a
 * newer text here alone, `conflict` has changed in both, `unlinked` is a draft of that name that was not read from there.
 */
export function compareOrigin({ theirs, ours, base }: Texts): OriginOutcome {
  if (ours === theirs) return "unchanged";
  if (base === null) return "unlinked";
  if (base === theirs) return "edited";
  return base === ours ? "changed" : "conflict";
}
