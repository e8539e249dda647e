/** Points of the product's own search that count as a fit: about two words of a description. */
const fittingPoints = 4;
/** The best must have at least this many times the points of the next; otherwise two skills claim the same work. */
const leastLead = 1.15;

/** The one scale on which scores are told and shown, 0 to 1: here a skill fits. Below it, none is taken by rules. */
export const fitThreshold = 0.5;

/** Points of a search on the scale from 0 to 1, three digits; never rounded up to the threshold. */
export const toScale = (points: number): number =>
  Math.floor((1000 * points) / (points + fittingPoints)) / 1000;

/** As scores are written: two digits, never rounded up to the threshold. */
export const formatScore = (score: number): string => (Math.floor(score * 100 + 1e-9) / 100).toFixed(2);

const toPoints = (score: number): number => (score * fittingPoints) / Math.max(1 - score, 0.001);

export type Scored = { name: string; score: number };

/** What published rules make of a ranking: `tie` when the best two claim the same work. */
export type Fit<T extends Scored> =
  | { kind: "fits"; best: T; next: T | null }
  | { kind: "tie"; best: T; next: T }
  | { kind: "below"; best: T | null };

/** Judges scores on the scale, best first: the decider of Rehearsal and of whoever explains what it chose. */
export function judgeFit<T extends Scored>(ranked: readonly T[]): Fit<T> {
  const [best = null, next = null] = ranked;
  if (best === null || best.score < fitThreshold) return { kind: "below", best };
  if (next !== null && toPoints(best.score) < toPoints(next.score) * leastLead)
    return { kind: "tie", best, next };
  return { kind: "fits", best, next };
}
