import { significance } from "./compare-versions";
import { signTest } from "./exact-tests";
import { requireCounts } from "./require-counts";

/** The p-value of one of several that were tried: each has its chance to look good by luck (Bonferroni's correction). */
export const amongTried = (p: number, tried: number): number => Math.min(1, p * Math.max(1, tried));

/** Whether a gain is credible though as many were tried. */
export const isCredibleAmong = (p: number, tried: number): boolean => amongTried(p, tried) <= significance;

/** How many cases have to be gained, none lost, before one of so many is credibly better. */
export function fewestCredibleGains(tried: number): number {
  requireCounts(1, Math.max(1, tried));
  let gains = 1;
  while (!isCredibleAmong(signTest(gains, 0).greater, tried)) gains += 1;
  return gains;
}
