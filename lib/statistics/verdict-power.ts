import { believedRates, meanOf } from "./believed-rates";
import { binomialProbabilities } from "./binomial";
import { type CountsOutcome, outcomeOfCounts, type TaskCounts, verdictLimits } from "./improvement-rule";
import { requireProbability } from "./require-counts";

/** How tasks fall: the share of ties among all tasks, and of wins among those that are no tie. Both from 0 to 1. */
export type TaskRates = { readonly tieShare: number; readonly winShare: number };

/** What suites are planned for unless somebody says otherwise (Cohen 1988). */
const usualPower = 0.8;
const mostTasksSearched = 300;
/** Power falls a little each time that the least net win takes one more task, which is every fifth: two such rounds. */
const tasksToStay = 10;

/**
 * Gives how likely the rule says each outcome of a suite of so many tasks, each falling by these rates alone. Exact: it sums
 * over every number of ties and wins. `improved` is the power; with a win share of one half it is the size, the share of
 * suites that pass without any effect.
 */
export function outcomeChances(tasks: number, rates: TaskRates): Record<CountsOutcome, number> {
  return chancesOf(tasks, rates.tieShare, winTails(rates.winShare));
}

/** How likely the verdict would be the same if the whole suite were run again, before it is run at all. */
export function plannedAgreement(tasks: number, rates: TaskRates): number {
  return Object.values(outcomeChances(tasks, rates)).reduce((sum, chance) => sum + chance ** 2, 0);
}

/**
 * Finds the fewest tasks with at least this power, also for the next ten sizes. Null when 300 tasks do not
 * reach it: with such rates the skill does too little for the rule.
 */
export function tasksForPower(rates: TaskRates, power: number = usualPower): number | null {
  const { tieShare, winShare } = rates;
  // More tasks make a net win below the least only rarer.
  if ((1 - tieShare) * (2 * winShare - 1) < verdictLimits.leastNetWin) return null;
  const tails = winTails(winShare);
  for (let tasks = 1, stays = 0; tasks <= mostTasksSearched; tasks++) {
    stays = chancesOf(tasks, tieShare, tails).improved >= power ? stays + 1 : 0;
    if (stays > tasksToStay) return tasks - tasksToStay;
  }
  return null;
}

/** `more` is 0 when the suite is long enough; the longer suite is to be run as a whole, not until it passes. */
export type TasksNeeded = { readonly rates: TaskRates; readonly needed: number; readonly more: number };

/**
 * Says how many more tasks a suite needs if others fall as these did. Rates are means of what is believed
 * of them, so that 4 wins of 4 are not taken for certainty. Null when no number of tasks would do.
 */
export function moreTasksNeeded(counts: TaskCounts, power: number = usualPower): TasksNeeded | null {
  const tasks = counts.wins + counts.ties + counts.losses;
  const { tie, win } = believedRates(counts);
  const rates = { tieShare: meanOf(tie), winShare: meanOf(win) };
  const needed = tasksForPower(rates, power);
  return needed === null ? null : { rates, needed, more: Math.max(0, needed - tasks) };
}

/** For a number of decided tasks, how likely at least 0, 1 ... of them are wins. */
type WinTails = (decided: number) => readonly number[];

function winTails(winShare: number): WinTails {
  requireProbability(winShare);
  const made: (readonly number[])[] = [];
  return (decided) => {
    const tails = made[decided] ?? tailsOf(binomialProbabilities(decided, winShare));
    made[decided] = tails;
    return tails;
  };
}

function tailsOf(probabilities: readonly number[]): number[] {
  let sum = 0;
  return probabilities
    .toReversed()
    .map((value) => (sum += value))
    .reverse();
}

function chancesOf(tasks: number, tieShare: number, tails: WinTails): Record<CountsOutcome, number> {
  let [improved, worse] = [0, 0];
  for (const [ties, chance] of binomialProbabilities(tasks, tieShare).entries()) {
    const decided = tasks - ties;
    const atLeast = tails(decided);
    const outcome = (wins: number) => outcomeOfCounts({ wins, ties, losses: decided - wins });
    // More wins are never a worse outcome, so that two borders say everything.
    const fewestToImprove = firstWhere(decided + 1, (wins) => outcome(wins) === "improved");
    const fewestNotWorse = firstWhere(decided + 1, (wins) => outcome(wins) !== "worse");
    improved += chance * (atLeast[fewestToImprove] ?? 0);
    worse += chance * (1 - (atLeast[fewestNotWorse] ?? 0));
  }
  return { improved, worse, "not-shown": Math.max(0, 1 - improved - worse) };
}

/** The first number below `end` that holds, where all after it do too; `end` when none does. */
function firstWhere(end: number, holds: (value: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
