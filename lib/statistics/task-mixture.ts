import { normalised } from "./beta-binomial";
import type { TaskCounts } from "./improvement-rule";

/**
 * One way the tasks may be: each task has probabilities of its own for win, tie and loss, drawn from a Dirichlet with these
 * parameters. Their sum says how alike tasks are: near 0, each task always ends the same way; large, all are alike and
 * only chance tells them apart.
 */
export type TaskMixture = { readonly win: number; readonly tie: number; readonly loss: number };

/** How much repeats of a task have in common (intraclass correlation, 1 / (1 + sum)); closer to each other near 0. */
const correlations = [0.001, 0.05, 0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97].map(
  (correlation, index, all) => {
    const [before, after] = [all[index - 1], all[index + 1]];
    const low = before === undefined ? 0 : (before + correlation) / 2;
    const high = after === undefined ? 1 : (correlation + after) / 2;
    // It stands for all that is closer to it than to another, and is as likely beforehand as that is wide.
    return { sum: 1 / correlation - 1, logWidth: Math.log(high - low) };
  },
);
const [fewestSteps, mostSteps] = [20, 40];

/**
 * Gives `draws` mixtures that stand evenly for everything that the repeats of these tasks leave possible: the posterior under
 * uniform priors over the share of ties, of wins among the others and over the correlation, on a grid, taken at equal
 * steps of its cumulated weight. No random numbers, so that the same repeats always say the same.
 */
export function likelyMixtures(tasks: readonly TaskCounts[], draws: number): TaskMixture[] {
  const kinds = kindsOf(tasks);
  const repeats = tasks.reduce((sum, { wins, ties, losses }) => sum + wins + ties + losses, 0);
  const grid = mixtureGrid(Math.min(mostSteps, Math.max(fewestSteps, Math.ceil(2 * Math.sqrt(repeats)))));
  const weights = normalised(grid.map(({ mixture, logPrior }) => logPrior + logLikelihood(mixture, kinds)));
  return takenEvenly(
    grid.map(({ mixture }) => mixture),
    weights,
    draws,
  );
}

/** The grid's steps are equal in the angle whose squared sine is the share, in which all shares are told apart alike. */
function mixtureGrid(steps: number): { mixture: TaskMixture; logPrior: number }[] {
  const angles = Array.from({ length: steps }, (_, index) => ((index + 0.5) / steps) * (Math.PI / 2));
  return angles.flatMap((tieAngle) =>
    angles.flatMap((winAngle) => {
      const [tie, win] = [Math.sin(tieAngle) ** 2, Math.sin(winAngle) ** 2];
      // Even over both shares is this in their angles.
      const logPrior = Math.log(Math.sin(2 * tieAngle) * Math.sin(2 * winAngle));
      return correlations.map(({ sum, logWidth }) => ({
        mixture: { tie: sum * tie, win: sum * (1 - tie) * win, loss: sum * (1 - tie) * (1 - win) },
        logPrior: logPrior + logWidth,
      }));
    }),
  );
}

type Kind = { readonly counts: TaskCounts; readonly tasks: number };

/** Tasks with the same counts are computed once. */
function kindsOf(tasks: readonly TaskCounts[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const counts of tasks) {
    const key = `${counts.wins} ${counts.ties} ${counts.losses}`;
    kinds.set(key, { counts, tasks: (kinds.get(key)?.tasks ?? 0) + 1 });
  }
  return [...kinds.values()];
}

function logLikelihood({ win, tie, loss }: TaskMixture, kinds: readonly Kind[]): number {
  let sum = 0;
  for (const { counts, tasks } of kinds)
    sum +=
      tasks *
      (logRising(win, counts.wins) +
        logRising(tie, counts.ties) +
        logRising(loss, counts.losses) -
        logRising(win + tie + loss, counts.wins + counts.ties + counts.losses));
  return sum;
}

/** The logarithm of base (base + 1) ... (base + steps - 1). */
function logRising(base: number, steps: number): number {
  let log = 0;
  for (let step = 0; step < steps; step++) log += Math.log(base + step);
  return log;
}

function takenEvenly<Item>(items: readonly Item[], weights: readonly number[], draws: number): Item[] {
  const taken: Item[] = [];
  let cumulated = 0;
  for (const [index, item] of items.entries()) {
    cumulated += weights[index] ?? 0;
    while (taken.length < draws && (taken.length + 0.5) / draws <= cumulated) taken.push(item);
  }
  return taken;
}
