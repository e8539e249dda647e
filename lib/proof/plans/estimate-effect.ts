import "server-only";
import type { Context } from "@/lib/access/context";
import type { RunPlan } from "@/lib/playground/plan-run";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import { outcomeChances, tasksForPower } from "@/lib/statistics/verdict-power";
import { countTokens } from "@/lib/tokens/count-tokens";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import { armKey } from "../internal/trial-rows";
import type { ChosenJudge } from "../judges/choose-judge";
import type { EffectPower } from "../reports/effect-schema";
import { readPinnedFile } from "../suites/read-pinned-file";
import type { TriedArm, TriedTask } from "../suites/task-schema";
import { measureCatalogue } from "./measure-catalogue";
import { groupOf, type Measured, type MeasuredTrials } from "./measured-trials";

/** What is planned for: of tasks that differ 8 in 10 are wins, and 3 in 10 tasks do not differ. */
const planned = { winShare: 0.8, tieShare: 0.3 } as const;
const sizes = [5, 8, 12, 16, 20, 30] as const;

/** What a suite of so many tasks can decide, by the very rule that the verdict goes by. */
export function effectPower(tasks: number): EffectPower {
  const chanceOf = (count: number, winShare: number) =>
    outcomeChances(count, { ...planned, winShare }).improved;
  const needed = tasksForPower(planned);
  return {
    tasks,
    ...planned,
    chance: chanceOf(tasks, planned.winShare),
    chanceOfNone: chanceOf(tasks, 0.5),
    more: needed === null ? null : Math.max(0, needed - tasks),
    curve: sizes.map((count) => ({
      tasks: count,
      eightOfTen: chanceOf(count, 0.8),
      nineOfTen: chanceOf(count, 0.9),
    })),
  };
}

/** What of an effect run its price depends on, besides what a trigger suite has. */
export type EffectMeasure = {
  tasks: readonly TriedTask[];
  arms: readonly TriedArm[];
  without: readonly RunPlan[];
} & ChosenJudge;

type Measuring = Omit<EffectMeasure, keyof ChosenJudge> & {
  plans: readonly RunPlan[];
  /** Of the plans, in their order. */
  catalogues: readonly { tokens: number }[];
  skillId: string;
  repeats: number;
};

/** Of one whole answer to a task, and of one call that loads a skill. */
const answerTokens = 400;
const callTokens = 60;

/** Requests of one trial: with the skill found, one to load it and one to answer; more where the model calls tools. */
const requests = {
  without: { low: 1, high: 2 },
  given: { low: 1, high: 2 },
  "left-out": { low: 1, high: 2 },
  found: { low: 1, high: 3 },
  approved: { low: 1, high: 3 },
} as const satisfies Record<TriedArm["arm"], { low: number; high: number }>;

/** Trials, requests and tokens of each arm and dialect. Each request carries all that came before it. */
export async function measureEffect(context: Context, measuring: Measuring): Promise<MeasuredTrials[]> {
  const { tasks, arms, without, plans, catalogues, skillId, repeats } = measuring;
  const messages = tasks.reduce((sum, { message }) => sum + countTokens(message), 0);
  const groups: MeasuredTrials[] = [];
  for (const [at, plan] of plans.entries()) {
    const bare = without[at];
    const bareTokens = bare ? (await measureCatalogue(context, bare, skillId)).tokens : 0;
    const body = await bodyTokens(context, plan.runSkills.packages.get(skillId));
    for (const { arm, leftOut } of arms) {
      const trials = tasks.length * repeats;
      const catalogue = arm === "without" ? bareTokens : (catalogues[at]?.tokens ?? 0);
      const isGiven = arm === "given" || arm === "left-out";
      const loads = arm === "found" || arm === "approved";
      const first = catalogue * trials + messages * repeats + (isGiven ? body * trials : 0);
      const both = (of: (count: number) => number) => ({
        low: of(requests[arm].low),
        high: of(requests[arm].high),
      });
      groups.push({
        group: groupOf(plan.started.dialect, armKey({ arm, leftOut })),
        trials,
        calls: both((count) => trials * count),
        input: both((count) => first * count + (loads ? body * trials * (count - 1) : 0)),
        output: both((count) => trials * (answerTokens + callTokens * (count - 1))),
      });
    }
  }
  return groups;
}

/** Of the text that comes in with an activation. */
async function bodyTokens(context: Context, pinned: PinnedPackage | undefined): Promise<number> {
  const bytes = pinned ? await readPinnedFile(context, pinned, "SKILL.md") : null;
  return bytes ? countTokens(new TextDecoder().decode(bytes)) : 0;
}

/** Of all that a judge is told besides the texts, and of what it answers. */
const judgePromptTokens = 420;
const judgeAnswerTokens = 90;
/** Arms that are held against the one without, and orders in which each pair is shown. */
const comparisons = 2;
const orders = 2;

/** Requests and tokens of a judge: at least of tasks that nothing else decides, at most of every pair. */
export function measureJudge({
  tasks,
  hosts,
  repeats,
}: {
  tasks: readonly TriedTask[];
  hosts: number;
  repeats: number;
}): Measured {
  const zero = () => ({ low: 0, high: 0 });
  const sum = { trials: 0, calls: zero(), input: zero(), output: zero() };
  for (const task of tasks)
    for (const { criterion } of criteriaOf(task)) {
      const calls = hosts * repeats * comparisons * orders;
      const each = judgePromptTokens + countTokens(task.message) + countTokens(criterion) + 2 * answerTokens;
      const isAlone = task.graders.every(({ kind }) => kind === "judge");
      for (const end of isAlone ? (["low", "high"] as const) : (["high"] as const)) {
        sum.calls[end] += calls;
        sum.input[end] += calls * each;
        sum.output[end] += calls * judgeAnswerTokens;
      }
    }
  return sum;
}
