import "server-only";
import type { z } from "zod";
import type { Context } from "@/lib/access/context";
import { findAgentById, listAgentIds } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { findModelId } from "@/lib/models/find-model-id";
import type { OpenedModel, OpenModel } from "@/lib/proof/models/open-model";
import { estimateSuiteRun } from "@/lib/proof/plans/estimate-suite-run";
import { findRefusals } from "@/lib/proof/plans/find-refusals";
import { type suiteKinds, usualRepeats } from "@/lib/proof/proof-options";
import type { Estimate } from "@/lib/proof/schema";
import { findEarlierRun } from "./find-earlier-run";
import { chooseRadarSkills, type RadarSkillSource } from "./list-radar-skills";
import { radarLimits, type radarRoles } from "./radar-options";
import type { estimateRadarSchema } from "./schema";

export type PlannedStep = Omit<RadarSkillSource, "suites"> & {
  suite: (typeof suiteKinds)[number] | null;
  role: (typeof radarRoles)[number];
  agentSlug: string | null;
  /** On record, to be held against. */
  againstRunId: string | null;
  /** Null where it is left out, which `problem` says why. */
  estimate: Estimate | null;
  problem: string | null;
};

type Named = { id: string; name: string };
export type RadarPlan = {
  model: Named;
  against: Named | null;
  agent: { slug: string; name: string } | null;
  repeats: number;
  capUsd: number | null;
  /** In the order in which they are started. */
  steps: PlannedStep[];
  /** What keeps all of it from starting. */
  refusals: AppError[];
};

type Settings = z.output<typeof estimateRadarSchema>;

/**
 * What a radar run would try, and in which order: what costs least comes first, so that a budget that ends early has
 * said most; runs of the earlier model come last, since a word needs none of them.
 */
export async function planRadar(context: Context, settings: Settings, open: OpenModel): Promise<RadarPlan> {
  const { repeats = usualRepeats, capUsd = null } = settings;
  const model = await openLive(context, settings.model, open);
  const against = settings.against === undefined ? null : await openLive(context, settings.against, open);
  if (against?.id === model.id)
    throw new AppError("UNPROCESSABLE", "The earlier model is the new one. Choose another, or none.");
  const agent = settings.agent === undefined ? null : await findAgent(context, settings.agent);
  const sources = await chooseRadarSkills(context, { agentId: agent?.id ?? null, names: settings.skills });
  if (sources.length === 0)
    throw new AppError(
      "UNPROCESSABLE",
      "No skill has tasks or a trigger suite yet. Write some on a skill's Proof page first.",
    );
  if (sources.length > radarLimits.skills)
    throw new AppError(
      "UNPROCESSABLE",
      `That would be ${sources.length} skills; one radar run has at most ${radarLimits.skills}. Choose some of them.`,
    );
  const planning = { repeats, model, against, agent: agent?.slug ?? null, open };
  const steps: PlannedStep[] = [];
  for (const source of sources) steps.push(...(await planSkill(context, source, planning)));
  const opened = [model.opened, ...(against ? [against.opened] : [])];
  const named = ({ id, name }: Named) => ({ id, name });
  return {
    model: named(model),
    against: against && named(against),
    agent: agent && { slug: agent.slug, name: agent.name },
    repeats,
    capUsd,
    steps: steps.toSorted(cheapestFirst),
    refusals: await findRefusals(context, { trials: 0, capUsd, models: opened }),
  };
}

type Live = Named & { opened: OpenedModel };

async function openLive(context: Context, asked: string, open: OpenModel): Promise<Live> {
  const id = await findModelId(context, asked);
  const opened = await open(context, id);
  const { name, kind } = opened.model.info;
  if (kind !== "live")
    throw new AppError(
      "UNPROCESSABLE",
      `${name} follows rules and is no language model: nothing that it does says anything about a skill. Choose a connected model.`,
    );
  return { id, name, opened };
}

async function findAgent(context: Context, slug: string) {
  const id = (await listAgentIds(context, [slug])).get(slug);
  const agent = id === undefined ? null : await findAgentById(context, id);
  if (!agent) throw new AppError("NOT_FOUND", `There is no agent “${slug}” here.`);
  return agent;
}

type Planning = {
  repeats: number;
  model: Named;
  against: Named | null;
  agent: string | null;
  open: OpenModel;
};

async function planSkill(
  context: Context,
  source: RadarSkillSource,
  planning: Planning,
): Promise<PlannedStep[]> {
  const { suites, ...skill } = source;
  if (suites.length === 0)
    return [
      {
        ...skill,
        ...nothing,
        suite: null,
        role: "new",
        problem: "It has neither tasks nor a trigger suite.",
      },
    ];
  const steps: PlannedStep[] = [];
  for (const suite of suites) {
    const own = await planStep(context, { ...skill, suite, role: "new" }, planning);
    steps.push(own);
    if (planning.against && own.problem === null && own.againstRunId === null)
      steps.push(await planStep(context, { ...skill, suite, role: "earlier" }, planning));
  }
  return steps;
}

const nothing = { agentSlug: null, againstRunId: null, estimate: null } as const;

type Step = Omit<RadarSkillSource, "suites"> & {
  suite: (typeof suiteKinds)[number];
  role: PlannedStep["role"];
};

async function planStep(context: Context, step: Step, planning: Planning): Promise<PlannedStep> {
  const { agent, repeats, model, against, open } = planning;
  const estimate = await estimateSuiteRun(
    context,
    {
      skill: step.skill,
      suite: step.suite,
      source: sourceOfStep(step),
      model: step.role === "new" ? model.id : (against?.id ?? model.id),
      repeats,
      ...(agent === null ? {} : { agent }),
    },
    open,
  );
  // Of what could not be planned nothing is counted; whatever else is wrong may be right when its turn comes.
  const [problem] = estimate.trials === 0 ? estimate.problems : [];
  if (problem !== undefined) return { ...step, ...nothing, problem };
  const agentSlug = estimate.agent?.slug ?? "";
  const wanted = { ...step, agentSlug, modelId: model.id, againstId: against?.id ?? null };
  const againstRunId = step.role === "new" ? await findEarlierRun(context, wanted) : null;
  return { ...step, agentSlug, againstRunId, estimate, problem: null };
}

/** The bytes that a step tries: what is published, else the draft. */
export const sourceOfStep = ({ version }: { version: number | null }) =>
  version === null ? ({ follows: "draft" } as const) : ({ follows: "version", version } as const);

/** By what they may cost, or by what they send where a price is not known. */
function cheapestFirst(left: PlannedStep, right: PlannedStep): number {
  const rank = ({ role }: PlannedStep) => (role === "new" ? 0 : 1);
  const price = ({ estimate }: PlannedStep) => estimate?.usd?.high ?? 0;
  const sent = ({ estimate }: PlannedStep) => estimate?.tokens.input ?? 0;
  return (
    rank(left) - rank(right) ||
    price(left) - price(right) ||
    sent(left) - sent(right) ||
    left.skill.localeCompare(right.skill)
  );
}
