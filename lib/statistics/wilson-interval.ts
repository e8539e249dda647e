import { requireCounts } from "./require-counts";

/** Two-sided normal quantiles by confidence. */
const quantiles = { 0.9: 1.6448536269514722, 0.95: 1.959963984540054, 0.99: 2.5758293035489004 } as const;

export type Confidence = keyof typeof quantiles;

/** From `low` to `high`, both within [0, 1]. */
export type Interval = { readonly low: number; readonly high: number };

/**
 * Gives the score interval of a proportion (Wilson 1927; recommended for small numbers by Brown, Cai and DasGupta 2001). Never of zero
 * width, never outside [0, 1]; null without cases, since nothing can be said.
 */
export function wilsonInterval(count: number, of: number, confidence: Confidence = 0.95): Interval | null {
  requireCounts(count, of);
  if (of === 0) return null;
  const z = quantiles[confidence];
  const share = count / of;
  const scale = 1 + z ** 2 / of;
  const centre = (share + z ** 2 / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  // At the ends the bound is 0 or 1 exactly; the arithmetic misses them by a rounding.
  return { low: count === 0 ? 0 : centre - half, high: count === of ? 1 : centre + half };
}

/** `count` of `of` cases, their share from 0 to 1, and the 95 % interval around it. */
export type Proportion = Interval & { readonly count: number; readonly of: number; readonly share: number };

/** Gives a share with its Wilson interval; null when there is nothing that it would be a share of. */
export function proportionOf(count: number, of: number): Proportion | null {
  const interval = wilsonInterval(count, of);
  return interval && { count, of, share: count / of, ...interval };
}
