import { requireCounts, requireProbability } from "./require-counts";

/**
 * Gives the probabilities of 0, 1 ... `trials` successes in independent trials that each succeed with `probability`; index is
 * the number of successes. Weights go outward from the most likely number, each a simple ratio of its neighbour, and are
 * divided by their sum: no factorial, nothing overflows, relative error about 1e-13 for a thousand trials.
 */
export function binomialProbabilities(trials: number, probability: number): number[] {
  requireCounts(0, trials);
  requireProbability(probability);
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  const odds = probability / (1 - probability);
  const weights = new Array<number>(trials + 1).fill(1);
  for (let k = mode, weight = 1; k < trials; k++) {
    weight *= ((trials - k) / (k + 1)) * odds;
    weights[k + 1] = weight;
  }
  for (let k = mode, weight = 1; k > 0; k--) {
    weight *= k / (trials - k + 1) / odds;
    weights[k - 1] = weight;
  }
  const sum = sumOf(weights);
  return weights.map((weight) => weight / sum);
}

/** Adds from the smallest to the largest, so that small probabilities are not lost beside large ones. */
export const sumOf = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right).reduce((sum, value) => sum + value, 0);
