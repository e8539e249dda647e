import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { countTokens } from "@/lib/tokens/count-tokens";
import { findSelfCheck } from "../adapters/self-check-rows";
import { armKey } from "../internal/trial-rows";
import { asksLiveModel } from "../models/asks-live-model";
import { type OpenModel, openModel } from "../models/open-model";
import { openToolsOnce } from "../models/open-tools";
import { trialsAtOnce } from "../proof-options";
import { type Estimate, type EstimateSuiteRun, estimateSuiteRunSchema, settle } from "../schema";
import type { TriedArm } from "../suites/task-schema";
import { countKept, type FirstRequest } from "./count-kept";
import { type EffectMeasure, effectPower, measureEffect, measureJudge } from "./estimate-effect";
import { findRefusals } from "./find-refusals";
import { findSameRun } from "./find-same-run";
import { kindOfRun } from "./kind-of-run";
import { measureCatalogue } from "./measure-catalogue";
import { measureRouting, type Routing } from "./measure-routing";
import { groupOf, type MeasuredTrials, restOf, sumMeasured } from "./measured-trials";
import { planRepeat } from "./plan-repeat";
import { planSuiteRun, type SuiteRunPlan } from "./plan-suite-run";
import { plusPrice, priceOf } from "./price-of";
import { readRepeatedRun } from "./read-repeated-run";
import { whyUnfit } from "./why-unfit";

/** Of one answer that chooses a skill, or says a few words. */
const outputTokens = 150;
/** Of one request. */
const seconds = { low: 1, high: 6 } as const;
const inWords: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "CONFLICT"]);

const none: Estimate = {
  cases: 0,
  trials: 0,
  calls: { low: 0, high: 0 },
  tokens: { input: 0, output: 0 },
  usd: null,
  minutes: { low: 0, high: 0 },
  scripted: false,
  asksLive: false,
  agent: null,
  model: null,
  dialects: [],
  cutIn: [],
  judge: null,
  judgeNote: null,
  arms: [],
  power: null,
  kept: null,
  selfCheck: null,
  sameAs: null,
  problems: [],
};

/** What of a run its price depends on. */
type Measurable = Pick<SuiteRunPlan, "skillId" | "plans" | "model" | "router" | "cases"> & {
  effect: EffectMeasure | null;
  agent: { slug: string; name: string };
  repeats: number;
  capUsd: number | null;
  /** Whether answers that were kept are given again. */
  usesKept: boolean;
};

/** What a run would be and cost, from the very prompts that its trials begin with. What cannot start is said, not thrown. */
export async function estimateSuiteRun(
  context: Context,
  input: EstimateSuiteRun & { skill: string },
  open: OpenModel = openModel,
): Promise<Estimate> {
  requirePermission(context, "playground.rehearse");
  const asked = estimateSuiteRunSchema.parse(input);
  const { skill } = input;
  const skillId = await getSkillId(context, skill);
  try {
    if (asked.repeatOf !== undefined) {
      const repeating = { skillId, repeatOf: asked.repeatOf, settings: asked, openModel: open };
      return await estimate(context, await measurableRepeat(context, repeating));
    }
    const settings = settle(asked);
    const plan = await planSuiteRun(context, {
      skill,
      skillId,
      settings,
      openModel: open,
      openTools: openToolsOnce,
    });
    const selfCheck = plan.effect ? null : await findSelfCheck(context, plan);
    const { repeats, capUsd } = settings;
    const estimated = await estimate(context, { ...plan, repeats, capUsd, usesKept: !settings.anew });
    const unfit = await whyUnfit(context, plan, settings);
    const problems = [...(unfit === null ? [] : [unfit]), ...estimated.problems];
    return { ...estimated, problems, selfCheck, sameAs: await findSameRun(context, plan, settings) };
  } catch (error) {
    if (error instanceof AppError && inWords.has(error.code)) return { ...none, problems: [error.message] };
    throw error;
  }
}

async function measurableRepeat(
  context: Context,
  asked: Parameters<typeof readRepeatedRun>[1],
): Promise<Measurable> {
  const run = await readRepeatedRun(context, asked);
  const { row, cases, tasks, arms, model, router, judge, capUsd, offer } = run;
  const effect =
    row.suite === "effect"
      ? { tasks, arms, without: await planRepeat(context, run, offer.without ?? []), judge, note: null }
      : null;
  return {
    skillId: row.skillId,
    plans: await planRepeat(context, run),
    model,
    router,
    cases,
    effect,
    agent: { slug: row.agentSlug, name: row.agentName },
    repeats: row.repeats,
    capUsd,
    usesKept: false,
  };
}

async function estimate(context: Context, measurable: Measurable): Promise<Estimate> {
  const { cases, effect, plans, model, router, agent, skillId, repeats, capUsd } = measurable;
  const subjects = effect?.tasks.length ?? cases.length;
  const catalogues = await Promise.all(plans.map((one) => measureCatalogue(context, one, skillId)));
  const groups = effect
    ? await measureEffect(context, { ...effect, plans, catalogues, skillId, repeats })
    : measureTriggers(measurable, catalogues);
  const measured = sumMeasured(groups);
  const { trials } = measured;
  const { info } = model.model;
  const judging = { tasks: effect?.judge ? effect.tasks : [], hosts: plans.length, repeats };
  const judge = effect?.judge ? { ...effect.judge, measured: measureJudge(judging) } : null;
  const messages = effect ? effect.tasks.map(({ message }) => message) : cases.map(({ query }) => query);
  const each = repeats * (effect?.arms.length ?? 1);
  const routing = measureRouting({ plans, model, router, messages, each });
  const all = [measured, ...(routing ? [routing.measured] : []), ...(judge ? [judge.measured] : [])];
  const { calls, input, output } = sumMeasured(all);
  const own = plusPrice(priceOf(measured, model), routing?.usd);
  const judgeUsd = judge && priceOf(judge.measured, judge.model);
  const minutes = (calls: number, each: number) => Math.ceil(calls / trialsAtOnce.each) * (each / 60);
  const refusals = await findRefusals(context, {
    trials,
    capUsd,
    models: [model, router, judge?.model ?? null].filter((one) => one !== null),
  });
  return {
    cases: subjects,
    trials,
    calls,
    tokens: { input: input.high, output: output.high },
    usd: judge === null ? own : plusPrice(own, judgeUsd),
    minutes: { low: minutes(calls.low, seconds.low), high: minutes(calls.high, seconds.high) },
    scripted: kindOfRun({ model, router }) !== "live",
    asksLive: asksLiveModel([model, router, judge?.model ?? null]),
    agent: { slug: agent.slug, name: agent.name },
    model: { id: info.id, name: info.name, kind: info.kind },
    dialects: plans.map(({ presentation: { dialect } }) => ({ id: dialect.id, name: dialect.title })),
    judge: judge && {
      id: judge.frozen.id,
      name: judge.frozen.name,
      isOtherFamily: judge.frozen.isOtherFamily,
      calls: judge.measured.calls,
      usd: judgeUsd,
    },
    judgeNote: effect?.note ?? null,
    cutIn: catalogues.flatMap(({ cut }) => cut ?? []),
    arms: effect ? effect.arms.map((arm) => ({ ...arm, trials: trials / effect.arms.length })) : [],
    power: effect ? effectPower(subjects) : null,
    kept: await estimateKept(context, measurable, { groups, routing }),
    selfCheck: null,
    sameAs: null,
    problems: refusals.map(({ message }) => message),
  };
}

/** What was answered before is not asked again; null where nothing is given again. */
async function estimateKept(
  context: Context,
  measurable: Measurable,
  { groups, routing }: { groups: readonly MeasuredTrials[]; routing: Routing | null },
): Promise<Estimate["kept"]> {
  const { model, repeats, usesKept } = measurable;
  if (!usesKept || model.model.info.kind !== "live") return null;
  const requests = firstRequests(measurable);
  const { kept, looked, trials } = await countKept(context, { requests, model, repeats });
  const rest = restOf(groups, kept);
  const { calls } = routing ? sumMeasured([rest, routing.measured]) : rest;
  return { trials, looked, calls, usd: plusPrice(priceOf(rest, model), routing?.usd) };
}

/** With which trials begin; those that list the skill's files in their first request, or have another text, are not looked at. */
function firstRequests({ plans, cases, effect }: Measurable): FirstRequest[] {
  const found: TriedArm = { arm: "found", leftOut: null };
  if (!effect)
    return plans.flatMap((plan) => cases.map(({ query }) => ({ plan, arm: found, message: query })));
  return effect.arms.flatMap((arm) => {
    if (arm.arm !== "without" && arm.arm !== "found") return [];
    const own = arm.arm === "without" ? effect.without : plans;
    return own.flatMap((plan) => effect.tasks.map(({ message }) => ({ plan, arm, message })));
  });
}

/** A trial that does not end at its first activation asks once more, with all that came before. */
function measureTriggers(
  { cases, plans, repeats }: Measurable,
  catalogues: readonly { tokens: number }[],
): MeasuredTrials[] {
  const queries = cases.reduce((sum, { query }) => sum + countTokens(query), 0);
  return plans.map(({ started }, at) => {
    const trials = cases.length * repeats;
    const first = repeats * ((catalogues[at]?.tokens ?? 0) * cases.length + queries);
    return {
      group: groupOf(started.dialect, armKey({ arm: "found", leftOut: null })),
      trials,
      calls: { low: trials, high: trials * 2 },
      input: { low: first, high: first * 2 },
      output: { low: outputTokens * trials, high: outputTokens * trials * 2 },
    };
  });
}
