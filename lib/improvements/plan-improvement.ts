import "server-only";
import type { Context } from "@/lib/access/context";
import { findAgentById, listAgentIds } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { findModelId } from "@/lib/models/find-model-id";
import { planRun, type RunPlan } from "@/lib/playground/plan-run";
import type { OpenedModel, OpenModel } from "@/lib/proof/models/open-model";
import { openRouter } from "@/lib/proof/models/open-router";
import { openToolsOnce } from "@/lib/proof/models/open-tools";
import { chooseAgent } from "@/lib/proof/plans/plan-suite-run";
import { resolveOverlayFor } from "@/lib/sessions/overlays";
import { charactersOf } from "./check-description";
import { chooseSuites } from "./choose-suites";
import type { FrozenPlan } from "./frozen-plan";
import { usualTrials, usualWanted } from "./improvement-options";
import { findWatched } from "./read-subjects";
import type { ImprovementSettings } from "./schema";
import { setTargets } from "./set-targets";

export type ImprovementPlan = {
  skillId: string | null;
  agentId: string;
  plan: FrozenPlan;
  /** As the agent would begin, with drafts in the place of the skills that are searched for. */
  run: RunPlan;
  modelId: string;
  model: OpenedModel;
  /** Asked first in router mode, where it is another one. */
  router: OpenedModel | null;
  proposerId: string;
  proposer: OpenedModel;
  repeats: number;
  wanted: number;
  /** Of the skill of `improve`: how its cases are divided. */
  split: { training: number; heldOut: number } | null;
};

type Asked = { settings: ImprovementSettings; openModel: OpenModel };

/** What a search would work with, all of it as it is at this moment. UNPROCESSABLE and NOT_FOUND as a run of a suite. */
export async function planImprovement(
  context: Context,
  { settings, openModel }: Asked,
): Promise<ImprovementPlan> {
  const { kind, skill } = settings;
  const skillId = skill === undefined ? null : await getSkillId(context, skill);
  const agentId =
    skillId === null
      ? await agentOf(context, settings.agent)
      : await chooseAgent(context, skillId, settings.agent);
  const agent = await findAgentById(context, agentId);
  if (!agent) throw new AppError("NOT_FOUND", "This agent is gone.");
  const modelId = await findModelId(context, settings.model ?? agent.model);
  const proposerId =
    settings.proposer === undefined ? modelId : await findModelId(context, settings.proposer);
  const otherTools = await openToolsOnce(context, agent);
  const planWith = async (drafts: readonly string[]) => {
    const overlay = await resolveOverlayFor(
      context,
      drafts.map((name) => ({ skill: name, follows: "draft" as const })),
    );
    const overrides = {
      model: modelId,
      ...(settings.dialect === undefined ? {} : { dialect: settings.dialect }),
    };
    return planRun(context, { agentId, overlay, message: "", overrides, otherTools });
  };
  const names = skill === undefined ? namesOf(await planWith([])) : [skill];
  const run = await planWith(names);
  requireChoice(run);
  const found = await findWatched(context, { run, subjects: new Set(names), kind });
  const plan =
    kind === "shorten"
      ? setTargets(found.plan, { to: settings.to ?? 0, whole: skill === undefined })
      : found.plan;
  return {
    skillId,
    agentId,
    plan: chooseSuites(plan, new Set(names)),
    run,
    modelId,
    model: await openModel(context, modelId),
    router: await openRouter(context, [run], { router: agent.routerModel, openModel }),
    proposerId,
    proposer: await openModel(context, proposerId),
    repeats: settings.repeats ?? usualTrials,
    wanted: kind === "improve" ? (settings.candidates ?? usualWanted) : 1,
    split: found.split,
  };
}

async function agentOf(context: Context, slug: string | undefined): Promise<string> {
  const id = slug === undefined ? undefined : (await listAgentIds(context, [slug])).get(slug);
  if (id === undefined) throw new AppError("NOT_FOUND", `There is no agent “${slug}” here.`);
  return id;
}

const namesOf = ({ runSkills }: RunPlan): string[] =>
  runSkills.skills.filter(({ ref }) => ref.modelInvocable !== false).map(({ ref }) => ref.name);

function requireChoice({ presentation }: RunPlan): void {
  if (presentation.mode !== "eager") return;
  throw new AppError(
    "UNPROCESSABLE",
    `In ${presentation.dialect.title} every skill's text is in the prompt from the start (mode “eager”): there is nothing to find. Choose another host.`,
  );
}

/** Descriptions of all that is offered, in characters. */
export const catalogueCharacters = ({ runSkills }: RunPlan): number =>
  runSkills.skills.reduce((sum, { description }) => sum + charactersOf(description), 0);
