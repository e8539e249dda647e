import { decideVerdict, type TaskResult, type Verdict } from "@/lib/statistics/decide-verdict";
import { repeatAgreement } from "@/lib/statistics/repeat-agreement";
import { outcomeChances } from "@/lib/statistics/verdict-power";
import {
  drawDirection,
  drawTask,
  pick,
  type Random,
  randomWorld,
  type TaskChances,
  type World,
} from "./worlds";

const suiteSizes = [5, 8, 12, 16, 20, 30] as const;
const repeatCounts = [1, 2, 3, 5] as const;
/** Repeats of each suite whose verdict was announced: one alone would add more chance than there is room for. */
const repeatsToCheck = 40;

/** The table that the method publishes: tasks, then passes without effect and power at 80 % and 90 % wins, as shares. */
const published = [
  [5, 0.005, 0.06, 0.1],
  [8, 0.016, 0.23, 0.45],
  [12, 0.021, 0.4, 0.71],
  [16, 0.026, 0.56, 0.86],
  [20, 0.03, 0.69, 0.94],
  [30, 0.033, 0.86, 0.99],
] as const;

export type PowerRow = {
  readonly tasks: number;
  readonly winShare: number;
  readonly published: number;
  readonly computed: number;
  readonly simulated: number;
};

/** Power and size at 30 % ties: as published, computed exactly, and counted over so many drawn suites. */
export function measurePower(suites: number, random: Random): PowerRow[] {
  return published.flatMap(([tasks, ...shares]) =>
    ([0.5, 0.8, 0.9] as const).map((winShare, column) => {
      const rates = { tieShare: 0.3, winShare };
      const world: World = { rates, scattering: "alike", spread: 0 };
      const improved = countWhere(
        suites,
        () => verdictOf(drawTasks(world, tasks, random), 1, random) === "improved",
      );
      return {
        tasks,
        winShare,
        published: shares[column] ?? Number.NaN,
        computed: outcomeChances(tasks, rates).improved,
        simulated: improved / suites,
      };
    }),
  );
}

/** Suites of every size, of tasks that differ in every way, with a skill that does nothing: the share that passes. */
export function measureSize(suites: number, random: Random): number {
  const passed = countWhere(suites, () => {
    const tasks = drawTasks(randomWorld(random, 0.5), pick(suiteSizes, random), random);
    return verdictOf(tasks, pick(repeatCounts, random), random) === "improved";
  });
  return passed / suites;
}

/** One announcement: what was stated, and how often repeats of the measurement then agreed, both from 0 to 1. */
export type Announced = { readonly stated: number; readonly agreed: number };

/**
 * Announces how likely a repeat agrees, for suites from all kinds of worlds, and then repeats them. Half as many again have one
 * repeat a task, of which nothing is announced for the same tasks.
 */
export function measureAgreement(
  suites: number,
  random: Random,
): { sameTasks: Announced[]; otherTasks: Announced[] } {
  const found = { sameTasks: [] as Announced[], otherTasks: [] as Announced[] };
  for (let suite = 0; suite < suites * 1.5; suite++) {
    const world = randomWorld(random);
    const size = pick(suiteSizes, random);
    const repeats = suite < suites ? pick([2, 3, 5], random) : 1;
    const tasks = drawTasks(world, size, random);
    const results = drawResults(tasks, repeats, random);
    const [{ verdict }, agreement] = [decideVerdict(results), repeatAgreement(results)];
    const agreedBy = (again: () => TaskChances[]) =>
      countWhere(repeatsToCheck, () => verdictOf(again(), repeats, random) === verdict) / repeatsToCheck;
    if (agreement?.sameTasks != null)
      found.sameTasks.push({ stated: agreement.sameTasks, agreed: agreedBy(() => tasks) });
    if (agreement)
      found.otherTasks.push({
        stated: agreement.otherTasks,
        agreed: agreedBy(() => drawTasks(world, size, random)),
      });
  }
  return found;
}

export type Bin = { readonly suites: number; readonly stated: number; readonly agreed: number };

/** Ten bins with as many suites each, from the least sure announcements to the surest. */
export function binned(announced: readonly Announced[]): Bin[] {
  const sorted = [...announced].sort((left, right) => left.stated - right.stated);
  return Array.from({ length: 10 }, (_, bin) => {
    const part = sorted.slice(
      Math.round((bin * sorted.length) / 10),
      Math.round(((bin + 1) * sorted.length) / 10),
    );
    const mean = (of: (one: Announced) => number) =>
      part.reduce((sum, one) => sum + of(one), 0) / Math.max(1, part.length);
    return {
      suites: part.length,
      stated: mean(({ stated }) => stated),
      agreed: mean(({ agreed }) => agreed),
    };
  });
}

const drawTasks = (world: World, tasks: number, random: Random): TaskChances[] =>
  Array.from({ length: tasks }, () => drawTask(world, random));

const drawResults = (tasks: readonly TaskChances[], repeats: number, random: Random): TaskResult[] =>
  tasks.map((task, index) => ({
    id: `task-${index + 1}`,
    repeats: Array.from({ length: repeats }, () => drawDirection(task, random)),
    golden: null,
  }));

const verdictOf = (tasks: readonly TaskChances[], repeats: number, random: Random): Verdict =>
  decideVerdict(drawResults(tasks, repeats, random)).verdict;

function countWhere(times: number, holds: () => boolean): number {
  let count = 0;
  for (let time = 0; time < times; time++) if (holds()) count++;
  return count;
}
