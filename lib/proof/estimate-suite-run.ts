import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { costOf } from "@/lib/models/cost-of";
import { countTokens } from "@/lib/tokens/count-tokens";
import { findRefusals } from "./find-refusals";
import { measureCatalogue } from "./measure-catalogue";
import { type OpenModel, openModel } from "./open-model";
import { openToolsOnce } from "./open-tools";
import { planRepeat } from "./plan-repeat";
import { planSuiteRun, type SuiteRunPlan } from "./plan-suite-run";
import { trialsAtOnce } from "./proof-options";
import { readRepeatedRun } from "./read-repeated-run";
import { type Estimate, type EstimateSuiteRun, estimateSuiteRunSchema, settle } from "./schema";

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
  agent: null,
  model: null,
  dialects: [],
  cutIn: [],
  problems: [],
};

/** What of a run its price depends on. */
type Measurable = Pick<SuiteRunPlan, "skillId" | "plans" | "model" | "router" | "cases"> & {
  agent: { slug: string; name: string };
  repeats: number;
  capUsd: number | null;
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
    return await estimate(context, { ...plan, repeats: settings.repeats, capUsd: settings.capUsd });
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
  const { row, cases, model, router, capUsd } = run;
  return {
    skillId: row.skillId,
    plans: await planRepeat(context, run),
    model,
    router,
    cases,
    agent: { slug: row.agentSlug, name: row.agentName },
    repeats: row.repeats,
    capUsd,
  };
}

async function estimate(context: Context, measurable: Measurable): Promise<Estimate> {
  const { cases, plans, model, router, agent, skillId, repeats, capUsd } = measurable;
  const trials = cases.length * plans.length * repeats;
  const queries = cases.reduce((sum, { query }) => sum + countTokens(query), 0);
  const catalogues = await Promise.all(plans.map((one) => measureCatalogue(context, one, skillId)));
  const firstInput =
    repeats * catalogues.reduce((sum, { tokens }) => sum + tokens * cases.length + queries, 0);
  // A trial that does not end at its first activation asks once more, with all that came before.
  const high = { input: firstInput * 2, output: outputTokens * trials * 2, cached: null };
  const low = { input: firstInput, output: outputTokens * trials, cached: null };
  const { info } = model.model;
  const [lowUsd, highUsd] = model.prices ? [costOf(low, model.prices), costOf(high, model.prices)] : [0, 0];
  const minutes = (calls: number, each: number) => Math.ceil(calls / trialsAtOnce.each) * (each / 60);
  const refusals = await findRefusals(context, {
    trials,
    capUsd,
    models: router ? [model, router] : [model],
  });
  return {
    cases: cases.length,
    trials,
    calls: { low: trials, high: trials * 2 },
    tokens: { input: high.input, output: high.output },
    usd: lowUsd === null || highUsd === null ? null : { low: lowUsd, high: highUsd },
    minutes: { low: minutes(trials, seconds.low), high: minutes(trials * 2, seconds.high) },
    scripted: info.kind !== "live",
    agent: { slug: agent.slug, name: agent.name },
    model: { id: info.id, name: info.name, kind: info.kind },
    dialects: plans.map(({ presentation: { dialect } }) => ({ id: dialect.id, name: dialect.title })),
    cutIn: catalogues.flatMap(({ cut }) => cut ?? []),
    problems: refusals.map(({ message }) => message),
  };
}
