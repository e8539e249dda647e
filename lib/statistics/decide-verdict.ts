import { signTest } from "./exact-tests";
import {
  improvementShortfalls,
  isCredibleLoss,
  outcomeOfCounts,
  type Shortfall,
  type TaskCounts,
  verdictLimits,
} from "./improvement-rule";
import { type Direction, isMeasured, isMostlyRight, majorityDirection, type Repeats } from "./majority";

export const verdictWords = {
  improved: "Improved",
  "not-shown": "Not shown",
  worse: "Worse",
  "invalid-measurement": "Invalid measurement",
} as const;

export type Verdict = keyof typeof verdictWords;

/** One task with the repeats that were declared beforehand, or with those of all runs of these bytes pooled. */
export type TaskResult = {
  readonly id: string;
  /** Each repeat with the skill against its counterpart; `invalid` where either of the two ended without an answer. */
  readonly repeats: readonly (Direction | "invalid")[];
  /** For a task that must pass whatever the average says: how many of `repeats` passed with the skill. Else null. */
  readonly golden: Repeats | null;
};

/** Ids are in the order of the tasks. */
export type VerdictReason =
  | { readonly reason: "golden-failed" | "golden-unmeasured"; readonly tasks: readonly string[] }
  | { readonly reason: "no-tasks" }
  | {
      readonly reason: "too-much-invalid";
      readonly invalid: readonly string[];
      readonly share: number;
      readonly limit: number;
    }
  | {
      readonly reason: "credible-loss" | "credible-win";
      readonly wins: number;
      readonly losses: number;
      readonly p: number;
    }
  | Shortfall;

export type JudgedSuite = {
  readonly verdict: Verdict;
  /** All reasons for this verdict, the heaviest first; never empty. */
  readonly reasons: readonly VerdictReason[];
  /** Measured tasks by direction. */
  readonly counts: TaskCounts;
  /** Ids of tasks with fewer than half of their repeats valid: they are in no figure. */
  readonly invalid: readonly string[];
};

/**
 * Decides what a suite shows. A golden task that failed is Worse, whatever else is invalid, for it was seen; then Invalid
 * measurement, when a golden task or too many tasks were not measured; then a credible loss, an improvement, or neither.
 */
export function decideVerdict(tasks: readonly TaskResult[]): JudgedSuite {
  const directions = tasks.map((task) => ({
    id: task.id,
    direction: majorityDirection(measuredRepeats(task) ?? []),
  }));
  const count = (wanted: Direction) => directions.filter(({ direction }) => direction === wanted).length;
  const counts = { wins: count("win"), ties: count("tie"), losses: count("loss") };
  const invalid = directions.filter(({ direction }) => direction === null).map(({ id }) => id);
  const judged = (verdict: Verdict, reasons: readonly VerdictReason[]) => ({
    verdict,
    reasons,
    counts,
    invalid,
  });

  const failed = goldenTasks(tasks, false);
  const loss = isCredibleLoss(counts) ? [credible("credible-loss", counts)] : [];
  if (failed.length > 0) return judged("worse", [{ reason: "golden-failed", tasks: failed }, ...loss]);
  const doubts = whyInvalid(tasks, invalid);
  if (doubts.length > 0) return judged("invalid-measurement", doubts);
  const verdict = outcomeOfCounts(counts);
  if (verdict === "worse") return judged(verdict, loss);
  if (verdict === "improved") return judged(verdict, [credible("credible-win", counts)]);
  return judged(verdict, improvementShortfalls(counts));
}

/** Gives the directions of a task's valid repeats; null where fewer than half are valid: that is not what was declared. */
export function measuredRepeats({ repeats }: TaskResult): Direction[] | null {
  const valid = repeats.filter((repeat) => repeat !== "invalid");
  return isMeasured(valid.length, repeats.length) ? valid : null;
}

/** Golden tasks that passed, failed, or (null) were not measured with the skill: what is missing could outvote the rest. */
const goldenTasks = (tasks: readonly TaskResult[], passed: boolean | null): string[] =>
  tasks
    .filter(({ golden, repeats }) => golden && passedIn(golden, repeats.length) === passed)
    .map(({ id }) => id);

const passedIn = (golden: Repeats, declared: number): boolean | null =>
  isMeasured(golden.valid, declared) ? isMostlyRight(golden) : null;

function whyInvalid(tasks: readonly TaskResult[], invalid: readonly string[]): VerdictReason[] {
  if (tasks.length === 0) return [{ reason: "no-tasks" }];
  const unmeasured = goldenTasks(tasks, null);
  const share = invalid.length / tasks.length;
  const limit = verdictLimits.mostInvalid;
  return [
    ...(unmeasured.length > 0 ? [{ reason: "golden-unmeasured" as const, tasks: unmeasured }] : []),
    ...(share > limit ? [{ reason: "too-much-invalid" as const, invalid, share, limit }] : []),
  ];
}

function credible(reason: "credible-loss" | "credible-win", { wins, losses }: TaskCounts): VerdictReason {
  const { greater, less } = signTest(wins, losses);
  return { reason, wins, losses, p: reason === "credible-win" ? greater : less };
}
