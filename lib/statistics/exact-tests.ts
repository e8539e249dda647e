import { binomialProbabilities, sumOf } from "./binomial";
import { requireCounts } from "./require-counts";

/** P-values: how often chance alone gives as much or more, as little or less, and anything as unlikely. */
export type ExactTest = { readonly greater: number; readonly less: number; readonly twoSided: number };

/**
 * Tests `successes` of `trials` exactly against a probability of success (Clopper and Pearson 1934). Two-sided sums all numbers
 * that are at most as likely as the one seen, as R's `binom.test` and SciPy's `binomtest` do; all are 1 without trials.
 */
export function binomialTest(successes: number, trials: number, probability = 0.5): ExactTest {
  requireCounts(successes, trials);
  const probabilities = binomialProbabilities(trials, probability);
  // Equal probabilities differ in their last digits when they were reached by other ways.
  const asUnlikely = (probabilities[successes] ?? 0) * (1 + 1e-7);
  return {
    greater: tail(probabilities.slice(successes)),
    less: tail(probabilities.slice(0, successes + 1)),
    twoSided: tail(probabilities.filter((value) => value <= asUnlikely)),
  };
}

const tail = (probabilities: readonly number[]): number => Math.min(1, sumOf(probabilities));

/**
 * Tests wins against losses exactly (the sign test: Dixon and Mood 1946). Ties say nothing about the direction and are left
 * out before; one unit is one task, never one repeat of it, since repeats of a task are not independent.
 */
export function signTest(wins: number, losses: number): ExactTest {
  requireCounts(wins, wins + losses);
  const tails = fairTails(wins + losses);
  const [greater, less] = [tails[wins] ?? 1, tails[losses] ?? 1];
  return { greater, less, twoSided: Math.min(1, 2 * greater, 2 * less) };
}

/** Power goes over all numbers of wins again and again; above this many units a table is made anew each time. */
const mostUnitsKept = 1000;
const tailsKept = new Map<number, readonly number[]>();

/** How likely a fair coin gives at least 0, 1 ... `trials` heads; added up from the rarest. */
function fairTails(trials: number): readonly number[] {
  const kept = tailsKept.get(trials);
  if (kept) return kept;
  const tails = binomialProbabilities(trials, 0.5);
  for (let heads = trials - 1; heads >= 0; heads--)
    tails[heads] = Math.min(1, (tails[heads] ?? 0) + (tails[heads + 1] ?? 0));
  if (trials <= mostUnitsKept) tailsKept.set(trials, tails);
  return tails;
}
