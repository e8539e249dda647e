import { formatCount } from "@/lib/kernel/format-count";
import { isMeasured, isMostlyRight } from "@/lib/statistics/majority";
import { type Proportion, proportionOf } from "@/lib/statistics/wilson-interval";
import type { ArmCounts, EffectArm } from "@/lib/verdicts/judge-effect";
import { sayArm } from "./effect-words";
import type { GateWord } from "./gate-remarks";

type Effects = { worth: number; finding: number; total: number };
type Part = { up: number; down: number; p: number };

/** One task as it was tried, with the line at which it stood in the bytes that were tried. */
export type ReportedTask = {
  id: string;
  name: string | null;
  /** Its place in the suite, from 1. */
  number: number;
  prompt: string;
  golden: boolean;
  line: number;
};

/** What a run of tasks came to in one host. Ids are those of tasks. */
export type ReportedHost = {
  dialect: string;
  verdict: {
    word: "improved" | "not-shown" | "worse" | "invalid-measurement" | "scripted" | "pending";
    /** In sentences, the heaviest first. */
    reasons: readonly { text: string; tasks: readonly string[] }[];
  };
  /** In the order of the run's arms. */
  arms: readonly ArmCounts[];
  tasks: readonly { id: string; arms: readonly ArmCounts[]; direction: "win" | "tie" | "loss" | null }[];
  overall: Effects | null;
  parts: { worth: Part; finding: Part; total: Part };
  counts: { wins: number; ties: number; losses: number };
  p: { greater: number };
  agreement: { sameTasks: number | null; otherTasks: number } | null;
  power: { more: number | null } | null;
  golden: { passed: readonly string[]; failed: readonly string[]; unmeasured: readonly string[] };
  /** `grader`: its place among those of its task, from 0. */
  graders: readonly { task: string; grader: number; kind: string; idle: { message: string } | null }[];
  approved: {
    version: number;
    outcome: string;
    gained: readonly string[];
    lost: readonly string[];
    p: { twoSided: number };
  } | null;
  leftOut: readonly {
    path: string;
    effect: number | null;
    worse: readonly string[];
    better: readonly string[];
    p: number;
  }[];
  /** Of trials that count in no figure, why, in words. */
  invalid: readonly { arm: EffectArm["arm"]; why: string; trials: number; message: string }[];
};

/** What a run of tasks came to, as every report tells it. */
export type EffectReport = {
  skill: string;
  /** Of the run, and of the bytes that were tried. */
  number: number;
  digest: string;
  agent: string;
  model: string;
  /** Of the file with the tasks, from the root of the package, or of the repository where that is known. */
  path: string;
  repeats: number;
  tasks: readonly ReportedTask[];
  hosts: readonly ReportedHost[];
  gate: GateWord;
  cost: {
    /** US dollars; null where a price is not known. */
    usd: number | null;
    trials: number;
    /** Requests that went to the model, and answers that were kept from before. */
    asked: number;
    kept: number;
    tokens: { input: number; output: number };
  };
};

/** As people find it again: its name, else its place. */
export const nameOfTask = (task: ReportedTask | undefined, id: string): string =>
  task?.name ?? (task ? `task ${task.number}` : id);

export const taskOutcomes = ["golden-failed", "lost", "failed", "unmeasured", "untried", "passed"] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];
type HostTask = ReportedHost["tasks"][number];

const foundIn = ({ arms }: HostTask): ArmCounts | undefined => arms.find(({ arm }) => arm === "found");

/** What a task came to with the skill, by the majority of its valid trials. */
export function outcomeOfTask(
  task: HostTask,
  { golden }: Pick<ReportedHost, "golden">,
  repeats: number,
): TaskOutcome {
  const found = foundIn(task);
  if (!found || found.valid + found.invalid === 0) return "untried";
  if (golden.failed.includes(task.id)) return "golden-failed";
  if (!isMeasured(found.valid, repeats)) return "unmeasured";
  if (isMostlyRight({ right: found.passed, valid: found.valid })) return "passed";
  return task.direction === "loss" ? "lost" : "failed";
}

const outcomeWords = {
  "golden-failed": "Golden task failed with the skill",
  lost: "Lost by the skill",
  failed: "Failed with the skill",
  unmeasured: "Not measured: too many trials count in no figure",
  untried: "Not tried",
  passed: "Passed with the skill",
} as const satisfies Record<TaskOutcome, string>;

/** The outcome, and what every arm passed: "Lost by the skill: without 3 of 3, found 0 of 3, given 3 of 3." */
export function describeTask(task: HostTask, outcome: TaskOutcome): string {
  if (outcome === "untried") return `${outcomeWords[outcome]}.`;
  const arms = task.arms.map(
    (arm) => `${sayArm(arm).replace(/^./, (first) => first.toLowerCase())} ${sayCounts(arm)}`,
  );
  return `${outcomeWords[outcome]}: ${arms.join(", ")}.`;
}

/** "2 of 3", with what counts in no figure. */
export const sayCounts = ({ passed, valid, invalid }: ArmCounts): string => {
  const counted = valid === 0 ? "none" : `${passed} of ${valid}`;
  return invalid === 0 ? counted : `${counted} (${invalid} invalid)`;
};

/** Of the measured tasks, those that pass in an arm by the majority of their trials: repeats are no evidence of their own. */
export function tasksPassedIn(host: ReportedHost, place: EffectArm, repeats: number): Proportion | null {
  const measured = host.tasks.flatMap(({ arms }) => {
    const own = arms.find(({ arm, leftOut }) => arm === place.arm && leftOut === place.leftOut);
    return own && isMeasured(own.valid, repeats)
      ? [isMostlyRight({ right: own.passed, valid: own.valid })]
      : [];
  });
  return proportionOf(measured.filter((passes) => passes === true).length, measured.length);
}

/** "$0.31, 36 trials, 40 calls and 12 kept, 12,300 tokens in and 2,100 out." */
export function describeCost({ cost }: Pick<EffectReport, "cost">): string {
  const { usd, trials, asked, kept, tokens } = cost;
  return [
    usd === null ? "Price not known" : `$${usd.toFixed(4)}`,
    formatCount(trials, "trial"),
    kept === 0
      ? formatCount(asked, "call")
      : `${formatCount(asked, "call")} and ${formatCount(kept, "kept answer")}`,
    `${formatCount(tokens.input, "token")} in and ${formatCount(tokens.output, "token")} out`,
  ].join(", ");
}
