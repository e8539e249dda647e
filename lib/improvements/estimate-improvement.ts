import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { dialects } from "@/lib/dialects/find-dialect";
import { AppError } from "@/lib/kernel/app-error";
import { costOf } from "@/lib/models/cost-of";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import { estimateSuiteRun } from "@/lib/proof/plans/estimate-suite-run";
import { findRefusals } from "@/lib/proof/plans/find-refusals";
import { kindOfRun } from "@/lib/proof/plans/kind-of-run";
import type { Estimate } from "@/lib/proof/schema";
import { fewestCredibleGains } from "@/lib/statistics/credible-gain";
import { countTokens } from "@/lib/tokens/count-tokens";
import { tokensOfAsking } from "./adapters/ask-writer";
import { charactersOf } from "./check-description";
import type { Subject } from "./frozen-plan";
import { mostAttempts } from "./improvement-options";
import { catalogueCharacters, type ImprovementPlan, planImprovement } from "./plan-improvement";
import {
  type EstimateImprovement,
  estimateImprovementSchema,
  type ImprovementEstimate,
  type ImprovementSettings,
} from "./schema";

const inWords: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "CONFLICT"]);
const minutesOfWriting = { low: 0.1, high: 1 } as const;

const none: ImprovementEstimate = {
  subjects: [],
  suites: [],
  unwatched: [],
  split: null,
  catalogue: 0,
  budgets: [],
  trials: { low: 0, high: 0 },
  calls: { low: 0, high: 0 },
  tokens: { input: 0, output: 0 },
  usd: null,
  minutes: { low: 0, high: 0 },
  scripted: false,
  agent: null,
  dialect: null,
  model: null,
  proposer: null,
  problems: [],
};

/** What a search would be and cost at most. What keeps it from starting is said, not thrown. Asks no model. */
export async function estimateImprovement(
  context: Context,
  input: EstimateImprovement,
  open: OpenModel = openModel,
): Promise<ImprovementEstimate> {
  requirePermission(context, "playground.rehearse");
  const settings = estimateImprovementSchema.parse(input);
  try {
    const planned = await planImprovement(context, { settings, openModel: open });
    return await estimate(context, settings, planned, open);
  } catch (error) {
    if (error instanceof AppError && inWords.has(error.code)) return { ...none, problems: [error.message] };
    throw error;
  }
}

async function estimate(
  context: Context,
  settings: ImprovementSettings,
  planned: ImprovementPlan,
  open: OpenModel,
): Promise<ImprovementEstimate> {
  const { plan, run, model, proposer, split, wanted } = planned;
  const tried = plan.subjects.filter(({ why }) => why === null);
  const runs = await estimateRuns(context, settings, planned, open);
  const writing = priceOfWriting(planned, tried);
  const problems = [...(await findProblems(context, settings, planned)), ...runs.problems];
  const { info } = model.model;
  return {
    subjects: plan.subjects.map(toSummary),
    suites: plan.suites.map(({ skill, cases }) => ({ skill, cases })),
    unwatched: plan.unwatched,
    split: split && { ...split, needed: fewestCredibleGains(wanted) },
    catalogue: catalogueCharacters(run),
    budgets: dialects.map((one) => ({
      dialect: one.id,
      name: one.title,
      characters: Math.floor(one.budgetCharacters(info.windowTokens)),
    })),
    trials: runs.trials,
    calls: { low: runs.calls.low + writing.calls.low, high: runs.calls.high + writing.calls.high },
    tokens: { input: runs.tokens.input + writing.input, output: runs.tokens.output + writing.output },
    usd: runs.usd && writing.usd !== null ? { low: runs.usd.low, high: runs.usd.high + writing.usd } : null,
    minutes: {
      low: runs.minutes.low + writing.calls.low * minutesOfWriting.low,
      high: runs.minutes.high + writing.calls.high * minutesOfWriting.high,
    },
    scripted: kindOfRun(planned) !== "live",
    agent: { slug: run.started.agent.slug, name: run.started.agent.name },
    dialect: { id: run.presentation.dialect.id, name: run.presentation.dialect.title },
    model: { id: planned.modelId, name: info.name, kind: info.kind },
    proposer: { id: planned.proposerId, name: proposer.model.info.name, kind: proposer.model.info.kind },
    problems: [...new Set(problems)],
  };
}

export const toSummary = ({ skill, description, target, why }: Subject) => ({
  skill,
  characters: charactersOf(description),
  tokens: countTokens(description),
  target,
  why,
});

/** Why a planned search cannot start, in words; none where nothing keeps it. */
export async function findProblems(
  context: Context,
  { kind, capUsd = null, to }: ImprovementSettings,
  { plan, model, router, proposer, split, wanted }: ImprovementPlan,
): Promise<string[]> {
  const models = [model, router, proposer].filter((one) => one !== null);
  const refusals = await findRefusals(context, { trials: 0, capUsd, models });
  const problems = refusals.map(({ message }) => message);
  const tried = plan.subjects.filter(({ why }) => why === null);
  const [only] = plan.subjects;
  if (tried.length === 0)
    problems.push(
      plan.subjects.length === 1 && only?.why
        ? only.why
        : "No skill of this agent has cases that could be divided.",
    );
  const needed = fewestCredibleGains(wanted);
  if (kind === "improve" && split && split.heldOut < needed)
    problems.push(
      `${split.heldOut} cases are held out. Of ${wanted} ${wanted === 1 ? "candidate" : "candidates"} one has to gain ${needed} of them before it is more than luck: add cases, or try fewer candidates.`,
    );
  const isShort = ({ description, target }: Subject) =>
    target !== null && charactersOf(description) <= target;
  if (kind === "shorten" && tried.length > 0 && tried.every(isShort))
    problems.push(`Nothing has to be shortened: it is within ${to} characters already.`);
  return problems;
}

type Sums = Pick<ImprovementEstimate, "trials" | "calls" | "tokens" | "usd" | "minutes" | "problems">;

/** At least the suites of the skills themselves, at most every suite for every text. */
async function estimateRuns(
  context: Context,
  settings: ImprovementSettings,
  { plan, run, modelId, repeats, wanted }: ImprovementPlan,
  open: OpenModel,
): Promise<Sums> {
  const tried = new Set(plan.subjects.filter(({ why }) => why === null).map(({ skill }) => skill));
  const texts = mostAttempts(settings.kind, wanted, tried.size);
  const least = settings.kind === "improve" ? 1 + wanted : 2;
  const sums: Sums = {
    trials: { low: 0, high: 0 },
    calls: { low: 0, high: 0 },
    tokens: { input: 0, output: 0 },
    usd: { low: 0, high: 0 },
    minutes: { low: 0, high: 0 },
    problems: [],
  };
  for (const { skill, version } of plan.suites) {
    const source =
      version === null ? ({ follows: "draft" } as const) : ({ follows: "version", version } as const);
    const one = await estimateSuiteRun(
      context,
      {
        skill,
        source,
        agent: run.started.agent.slug,
        dialects: [run.presentation.dialect.id],
        model: modelId,
        repeats,
      },
      open,
    );
    addTo(sums, one, { low: tried.has(skill) ? least : 0, high: 1 + texts });
    // What keeps a neighbour's suite from being run is said where it is run; the skill's own is what all stands on.
    if (tried.has(skill)) sums.problems.push(...one.problems);
  }
  return sums;
}

function addTo(sums: Sums, one: Estimate, times: { low: number; high: number }): void {
  sums.trials.low += one.trials * times.low;
  sums.trials.high += one.trials * times.high;
  sums.calls.low += one.calls.low * times.low;
  sums.calls.high += one.calls.high * times.high;
  sums.tokens.input += one.tokens.input * times.high;
  sums.tokens.output += one.tokens.output * times.high;
  sums.minutes.low += one.minutes.low * times.low;
  sums.minutes.high += one.minutes.high * times.high;
  if (sums.usd === null || one.usd === null) sums.usd = null;
  else {
    sums.usd.low += one.usd.low * times.low;
    sums.usd.high += one.usd.high * times.high;
  }
}

/** Of a question about half of the cases. */
function priceOfWriting({ plan, proposer, wanted }: ImprovementPlan, tried: readonly Subject[]) {
  const isLive = proposer.model.info.kind === "live";
  const asks = tried.length === 0 || !isLive ? 0 : Math.ceil(mostAttempts("shorten", 1, tried.length));
  const isShortening = tried.some(({ target }) => target !== null);
  const high = isShortening ? asks : Math.min(1, asks);
  const [subject] = tried;
  const task = {
    skill: subject?.skill ?? "",
    description: subject?.description ?? "",
    siblings: plan.siblings,
    cases: [],
    wanted,
    length: null,
  };
  const each = tokensOfAsking(task, proposer.model.maxOutputTokens);
  const tokens = { input: each.input * high, output: each.output * high };
  const usd = proposer.prices === null ? 0 : costOf({ ...tokens, cached: null }, proposer.prices);
  return { calls: { low: Math.min(tried.length, high), high }, ...tokens, usd };
}
