/** A description of at most so many characters was tried; `holds`: no case flipped. */
export type TriedLength = { length: number; holds: boolean };

/** Looks between two lengths so often at most. */
export const mostLengths = 5;
/** What is won below that is not worth another run: a share of what the description has now, or so many characters. */
const closeEnough = { share: 0.05, characters: 12 } as const;

type Search = { from: number; target: number; tried: readonly TriedLength[] };

/**
 * Which length to try next: first the one that is wanted, then half-way between the longest that flipped a case and the
 * shortest that did not. Null when that is found, near enough, or was looked for often enough.
 */
export function nextLength({ from, target, tried }: Search): number | null {
  if (target >= from || tried.length >= mostLengths) return null;
  if (tried.length === 0) return target;
  const holding = tried.filter(({ holds }) => holds).map(({ length }) => length);
  const flipping = tried.filter(({ holds }) => !holds).map(({ length }) => length);
  const shortest = Math.min(from, ...holding);
  const longest = Math.max(...flipping);
  if (flipping.length === 0) return null;
  if (shortest - longest <= Math.max(closeEnough.characters, from * closeEnough.share)) return null;
  return Math.floor((shortest + longest) / 2);
}
