import type { TaskCounts } from "./improvement-rule";

/** Parameters of a Beta over a share: (first) / (first + second) is its mean. */
export type Belief = { readonly first: number; readonly second: number };

/**
 * What is believed of the rates of a suite's tasks after these counts, when nothing was known before: each share of ties, and each
 * share of wins among the others, equally likely (Bayes' own uniform prior). Jeffreys' puts more on the ends, and then
 * calls a suite that just passed surer than repeats bear out.
 */
export function believedRates({ wins, ties, losses }: TaskCounts): {
  readonly tie: Belief;
  readonly win: Belief;
} {
  return {
    tie: { first: ties + 1, second: wins + losses + 1 },
    win: { first: wins + 1, second: losses + 1 },
  };
}

export const meanOf = ({ first, second }: Belief): number => first / (first + second);
