import { signTest } from "./exact-tests";

/**
 * What a credible difference is. `fewestDecided`: tasks that are no tie. `leastNetWin`: wins less losses, as a share of all measured
 * tasks. `mostInvalid`: the share of tasks without a measurement up to which a verdict is given. It equals the least net
 * win: were more missing, these alone could hold an effect as large as the smallest that counts.
 */
export const verdictLimits = { p: 0.05, fewestDecided: 5, leastNetWin: 0.2, mostInvalid: 0.2 } as const;

/** Measured tasks by the majority of their repeats. */
export type TaskCounts = { readonly wins: number; readonly ties: number; readonly losses: number };

/** What of the rule is not met, with the figures that say so. */
export type Shortfall =
  | { readonly reason: "too-few-decided"; readonly decided: number; readonly needed: number }
  | { readonly reason: "may-be-chance"; readonly p: number; readonly limit: number }
  | { readonly reason: "net-win-too-small"; readonly netWin: number; readonly needed: number };

/** Lists what keeps these counts from being an improvement, in the order of the rule; none means Improved. */
export function improvementShortfalls({ wins, ties, losses }: TaskCounts): Shortfall[] {
  const decided = wins + losses;
  const tasks = decided + ties;
  const p = signTest(wins, losses).greater;
  // In whole tasks, since 0.2 is no binary fraction: a fifth of 15 tasks is 3 and must count as enough.
  const netIsEnough = tasks > 0 && wins - losses >= tasks * verdictLimits.leastNetWin - 1e-9;
  const shortfalls: (Shortfall | false)[] = [
    decided < verdictLimits.fewestDecided && {
      reason: "too-few-decided",
      decided,
      needed: verdictLimits.fewestDecided,
    },
    p > verdictLimits.p && { reason: "may-be-chance", p, limit: verdictLimits.p },
    !netIsEnough && {
      reason: "net-win-too-small",
      needed: verdictLimits.leastNetWin,
      netWin: tasks === 0 ? 0 : (wins - losses) / tasks,
    },
  ];
  return shortfalls.filter((shortfall) => shortfall !== false);
}

/** Says whether the losses are credible: the same test the other way round. Harm needs no least size to be told. */
export const isCredibleLoss = ({ wins, losses }: TaskCounts): boolean =>
  wins + losses >= verdictLimits.fewestDecided && signTest(wins, losses).less <= verdictLimits.p;

/** What counts alone say, when nothing is invalid and no golden task failed. */
export type CountsOutcome = "improved" | "not-shown" | "worse";

/** The rule for counts: the verdict, its power and the chance that a repeat agrees all go by it. */
export function outcomeOfCounts(counts: TaskCounts): CountsOutcome {
  if (isCredibleLoss(counts)) return "worse";
  return improvementShortfalls(counts).length === 0 ? "improved" : "not-shown";
}
