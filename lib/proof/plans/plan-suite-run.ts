import "server-only";
import type { Context } from "@/lib/access/context";
import { findAgentById, findDiscoverer, listAgentIds } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { findModelId } from "@/lib/models/find-model-id";
import { planRun, type RunPlan } from "@/lib/playground/plan-run";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import type { SubstituteSkill } from "@/lib/playground/substitute-skills";
import { resolveOverlayFor } from "@/lib/sessions/overlays";
import { asksJudge } from "@/lib/suites/find-task-problems";
import { type ChosenJudge, chooseJudge } from "../judges/choose-judge";
import type { OpenedModel, OpenModel } from "../models/open-model";
import { openRouter } from "../models/open-router";
import type { OpenTools } from "../models/open-tools";
import type { SuiteRunSettings } from "../schema";
import type { TriedCase } from "../suites/case-schema";
import { readTriedCases } from "../suites/read-tried-cases";
import { readTaskSuite, readTriedTasks } from "../suites/read-tried-tasks";
import type { TriedTask } from "../suites/task-schema";
import type { Beside } from "./beside-schema";
import { freezeOffer } from "./freeze-offer";
import type { FrozenOffer } from "./frozen-offer";
import { kindOfRun } from "./kind-of-run";
import { type EffectPlans, type PlanWith, planArms } from "./plan-arms";
import { readBeside } from "./read-beside";

export type SuiteRunPlan = {
  skillId: string;
  agent: RunPlan["started"]["agent"];
  /** Of each dialect, in the order asked for, with the skill. */
  plans: RunPlan[];
  /** Null for a trigger suite. */
  effect: (EffectPlans & { tasks: TriedTask[] } & ChosenJudge) | null;
  model: OpenedModel;
  /** Asked first in router mode, where it is another one. */
  router: OpenedModel | null;
  modelId: string;
  /** None in an effect run. */
  cases: TriedCase[];
  candidate: { version: number | null; revision: number | null; digest: string };
  /** The sibling with other bytes than the agent has of it. */
  beside: (Beside & { skillId: string }) | null;
  offer: FrozenOffer;
};

type Asked = {
  skill: string;
  skillId: string;
  settings: SuiteRunSettings;
  openModel: OpenModel;
  openTools: OpenTools;
  /** Other bytes for the skill or for its siblings, by their names: what a draft or a version does not say. */
  instead?: readonly NamedSubstitute[];
};

export type NamedSubstitute = SubstituteSkill & { skill: string };

/**
 * What a run would try, all of it as it is at this moment. UNPROCESSABLE, with the reason, for what cannot be tried:
 * no cases or tasks, no agent, a host that does not offer the skill, a mode in which nothing has to be found.
 */
export async function planSuiteRun(context: Context, asked: Asked): Promise<SuiteRunPlan> {
  const { skill, skillId, settings, openModel, openTools, instead = [] } = asked;
  const { beside } = settings;
  const { follows, version } = settings.source;
  requireOwnSettings(skill, settings);
  const agentId = await chooseAgent(context, skillId, settings.agent);
  const settled = await findAgentById(context, agentId);
  if (!settled) throw new AppError("NOT_FOUND", "This agent is gone.");
  const modelId = await findModelId(context, settings.model ?? settled.model);
  const isEffect = settings.suite === "effect";
  const otherTools = await openTools(context, settled);
  const planWith: PlanWith = async (item) => {
    const others = instead.filter((one) => one.skillId !== skillId);
    const overlay = await resolveOverlayFor(context, [
      { skill, ...item },
      ...others.map((one) => ({ skill: one.skill, follows: "draft" as const })),
      ...(beside ? [beside] : []),
    ]);
    const plans: RunPlan[] = [];
    for (const dialect of settings.dialects ?? [settled.dialect]) {
      const overrides = { dialect, model: modelId };
      plans.push(await planRun(context, { agentId, overlay, message: "", overrides, otherTools, instead }));
    }
    return plans;
  };
  const plans = await planWith({ follows, ...(version ? { version } : {}) });
  const [first] = plans;
  if (!first) throw new AppError("UNPROCESSABLE", "Choose at least one dialect.");
  for (const plan of plans) requireFindable(plan, { skill, skillId, isEffect });
  requireSame(plans);
  const candidate = first.runSkills.skills.find(({ ref }) => ref.skillId === skillId);
  const pinned = first.runSkills.packages.get(skillId);
  if (!candidate || !pinned) throw new AppError("UNPROCESSABLE", `${skill} is not offered.`);
  const model = await openModel(context, modelId);
  const router = await openRouter(context, plans, { router: settled.routerModel, openModel });
  const arms = isEffect ? await planArms(context, { skill, skillId, pinned, settings, planWith }) : null;
  for (const others of [arms?.without ?? [], arms?.approved?.plans ?? []])
    requireSame([...plans, ...others], skillId);
  const effect = arms && {
    ...arms,
    ...(await planTasks(context, { ...asked, pinned, modelId, model, router })),
  };
  const routing =
    router && settled.routerModel !== null ? { id: settled.routerModel, address: router.address } : null;
  const frozen = { agentId, address: model.address, router: routing, skillId, arms, anew: settings.anew };
  return {
    skillId,
    agent: first.started.agent,
    plans,
    effect,
    model,
    router,
    modelId,
    cases: isEffect ? [] : await readTriedCases(context, { pinned, skill }),
    candidate: {
      version: candidate.ref.version,
      revision: candidate.ref.draftRevision,
      digest: candidate.ref.digest,
    },
    beside: beside ? await readBeside(context, plans, beside) : null,
    offer: await freezeOffer(context, plans, frozen),
  };
}

type Planning = Asked & {
  pinned: PinnedPackage;
  modelId: string;
  model: OpenedModel;
  router: OpenedModel | null;
};

/** What is tried, and who compares what graders cannot tell apart. */
async function planTasks(
  context: Context,
  { skill, settings, openModel, pinned, modelId, model, router }: Planning,
): Promise<{ tasks: TriedTask[] } & ChosenJudge> {
  const suite = await readTaskSuite(context, { pinned, skill });
  const isNeeded = suite.tasks.some(asksJudge);
  const judged = { id: modelId, kind: kindOfRun({ model, router }) };
  const { judge, note } = await chooseJudge(context, { asked: settings.judge, isNeeded, judged, openModel });
  const trying = { pinned, suite, isJudged: judge !== null, judgeNote: note };
  return { tasks: await readTriedTasks(context, trying), judge, note };
}

/** What the other kind of suite has would say nothing here, and is not passed over in silence. */
function requireOwnSettings(skill: string, settings: SuiteRunSettings): void {
  const { suite, approved, leaveOut, wholeMatrix, beside, judge } = settings;
  if (beside?.skill === skill)
    throw new AppError(
      "UNPROCESSABLE",
      "A skill is not beside itself: say with “source” which of its bytes are tried.",
    );
  if (suite === "effect" && beside)
    throw new AppError("UNPROCESSABLE", "“beside” is of trigger suites; leave it out of an effect run.");
  if (suite === "trigger" && (approved || leaveOut.length > 0))
    throw new AppError(
      "UNPROCESSABLE",
      "“approved” and “leaveOut” are arms of an effect run; a trigger suite has none.",
    );
  if (suite === "trigger" && typeof judge === "string")
    throw new AppError(
      "UNPROCESSABLE",
      "A judge compares the arms of an effect run; a trigger suite has none.",
    );
  if (suite === "effect" && wholeMatrix)
    throw new AppError("UNPROCESSABLE", "“wholeMatrix” is of trigger suites; leave it out of an effect run.");
}

/** The first agent that has the skill, unless one is named. */
export async function chooseAgent(
  context: Context,
  skillId: string,
  slug: string | undefined,
): Promise<string> {
  if (slug !== undefined) {
    const id = (await listAgentIds(context, [slug])).get(slug);
    if (id === undefined) throw new AppError("NOT_FOUND", `There is no agent “${slug}” here.`);
    return id;
  }
  const assignment = await context.db.assignment.findFirst({
    where: { skillId, workspaceId: context.workspace.id },
    orderBy: [{ enabled: "desc" }, { agent: { createdAt: "asc" } }],
    select: { agentId: true },
  });
  const agentId = assignment?.agentId ?? (await findDiscoverer(context, skillId));
  if (agentId === null)
    throw new AppError("UNPROCESSABLE", "No agent has this skill. Say with which one it is to be tried.");
  return agentId;
}

/** Whether the model of this plan could find the skill at all. */
function requireFindable(
  { presentation, runSkills }: RunPlan,
  { skill, skillId, isEffect }: { skill: string; skillId: string; isEffect: boolean },
): void {
  const { title } = presentation.dialect;
  if (presentation.mode === "eager" && !isEffect)
    throw new AppError(
      "UNPROCESSABLE",
      `In ${title} every skill's text is in the prompt from the start (mode “eager”): there is nothing to find. Leave this host out, or choose another mode.`,
    );
  const offered = runSkills.skills.find(({ ref }) => ref.skillId === skillId);
  const why = runSkills.unavailable.find((one) => one.skillId === skillId);
  if (!offered)
    throw new AppError(
      "UNPROCESSABLE",
      `${title} does not offer ${skill} to the model${why?.detail ? `: ${why.detail}` : "."} Leave this host out, or mend the skill first.`,
    );
  if (offered.ref.modelInvocable === false)
    throw new AppError("UNPROCESSABLE", `${skill} is kept from models by its author: no model can find it.`);
}

/** What was resolved one after the other must be the same bytes, but for the skill that is tried in several arms. */
function requireSame(plans: readonly RunPlan[], but?: string): void {
  const digests = new Map<string, string>();
  for (const { runSkills } of plans)
    for (const { ref } of runSkills.skills)
      if (ref.skillId === but) continue;
      else if ((digests.get(ref.skillId) ?? ref.digest) === ref.digest) digests.set(ref.skillId, ref.digest);
      else throw new AppError("CONFLICT", `${ref.name} is being changed. Try again.`);
}
