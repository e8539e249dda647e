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

/**
 * How a text elsewhere stands to the draft here, all three told by their digests: `edited` has a newer text here alone,
 * `conflict` has changed in both, `unlinked` is a draft of that name that was not read from there.
 */
export function compareOrigin({ theirs, ours, base }: Texts): OriginOutcome {
  if (ours === theirs) return "unchanged";
  if (base === null) return "unlinked";
  if (base === theirs) return "edited";
  return base === ours ? "changed" : "conflict";
}
