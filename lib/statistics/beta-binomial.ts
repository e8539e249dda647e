import type { Belief } from "./believed-rates";
import { sumOf } from "./binomial";
import { requireCounts } from "./require-counts";

/**
 * Gives the probabilities of 0, 1 ... `trials` successes when the chance of one is itself known only as a
 * belief: what is to be expected of the next trials. Both parameters are above 0. In logarithms, since the weights of a
 * thousand trials leave the range of numbers.
 */
export function betaBinomialProbabilities(trials: number, { first, second }: Belief): number[] {
  requireCounts(0, trials);
  if (!(first > 0 && second > 0)) throw new RangeError("Both parameters of a Beta must be above 0.");
  const logWeights = [0];
  for (let k = 0, log = 0; k < trials; k++) {
    log += Math.log(((trials - k) / (k + 1)) * ((first + k) / (second + trials - k - 1)));
    logWeights.push(log);
  }
  return normalised(logWeights);
}

/** Turns logarithms of weights into probabilities that add up to 1. */
export function normalised(logWeights: readonly number[]): number[] {
  const largest = logWeights.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
  const weights = logWeights.map((log) => Math.exp(log - largest));
  const sum = sumOf(weights);
  return weights.map((weight) => weight / sum);
}
