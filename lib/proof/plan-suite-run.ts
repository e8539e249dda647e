import "server-only";
import type { Context } from "@/lib/access/context";
import { findAgentById, listAgentIds } from "@/lib/agents/list-agent-skills";
import { storedToolsSchema, type ToolStub } from "@/lib/agents/tool-schema";
import { AppError } from "@/lib/kernel/app-error";
import { findModelId } from "@/lib/models/find-model-id";
import { planRun, type RunPlan } from "@/lib/playground/plan-run";
import { resolveOverlayFor } from "@/lib/sessions/overlays";
import type { TriedCase } from "./case-schema";
import type { FrozenOffer } from "./frozen-offer";
import type { OpenedModel, OpenModel } from "./open-model";
import type { OpenTools } from "./open-tools";
import { readTriedCases } from "./read-tried-cases";
import type { SuiteRunSettings } from "./schema";

export type SuiteRunPlan = {
  skillId: string;
  agent: RunPlan["started"]["agent"];
  /** Of each dialect, in the order asked for. */
  plans: RunPlan[];
  model: OpenedModel;
  /** Asked first in router mode, where it is another one. */
  router: OpenedModel | null;
  modelId: string;
  cases: TriedCase[];
  candidate: { version: number | null; revision: number | null; digest: string };
  offer: FrozenOffer;
};

type Asked = {
  skill: string;
  skillId: string;
  settings: SuiteRunSettings;
  openModel: OpenModel;
  openTools: OpenTools;
};

/**
 * What a run would try, all of it as it is at this moment. UNPROCESSABLE, with the reason, for what cannot be tried:
 * no cases, no agent, a host that does not offer the skill, a mode in which nothing has to be found.
 */
export async function planSuiteRun(context: Context, asked: Asked): Promise<SuiteRunPlan> {
  const { skill, skillId, settings, openModel, openTools } = asked;
  const { follows, version } = settings.source;
  const agentId = await chooseAgent(context, skillId, settings.agent);
  const settled = await findAgentById(context, agentId);
  if (!settled) throw new AppError("NOT_FOUND", "This agent is gone.");
  const modelId = await findModelId(context, settings.model ?? settled.model);
  const overlay = await resolveOverlayFor(context, [{ skill, follows, ...(version ? { version } : {}) }]);
  const otherTools = await openTools(context, settled);
  const plans: RunPlan[] = [];
  for (const dialect of settings.dialects ?? [settled.dialect]) {
    const overrides = { dialect, model: modelId };
    plans.push(await planRun(context, { agentId, overlay, message: "", overrides, otherTools }));
  }
  const [first] = plans;
  if (!first) throw new AppError("UNPROCESSABLE", "Choose at least one dialect.");
  for (const plan of plans) requireFindable(plan, skill, skillId);
  requireSame(plans);
  const candidate = first.runSkills.skills.find(({ ref }) => ref.skillId === skillId);
  const pinned = first.runSkills.packages.get(skillId);
  if (!candidate || !pinned) throw new AppError("UNPROCESSABLE", `${skill} is not offered.`);
  const model = await openModel(context, modelId);
  const router = await openRouter(context, plans, { router: settled.routerModel, openModel });
  return {
    skillId,
    agent: first.started.agent,
    plans,
    model,
    router,
    modelId,
    cases: await readTriedCases(context, { pinned, skill }),
    candidate: {
      version: candidate.ref.version,
      revision: candidate.ref.draftRevision,
      digest: candidate.ref.digest,
    },
    offer: await freeze(context, plans, { agentId, address: model.address, router: settled.routerModel }),
  };
}

const isRouted = (plans: readonly RunPlan[]): boolean =>
  plans.some(({ presentation }) => presentation.mode === "router");

async function openRouter(
  context: Context,
  plans: readonly RunPlan[],
  { router, openModel }: { router: string | null; openModel: OpenModel },
): Promise<OpenedModel | null> {
  return router !== null && isRouted(plans) ? openModel(context, router) : null;
}

/** The first agent that has the skill, unless one is named. */
async function chooseAgent(context: Context, skillId: string, slug: string | undefined): Promise<string> {
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
  if (!assignment)
    throw new AppError("UNPROCESSABLE", "No agent has this skill. Say with which one it is to be tried.");
  return assignment.agentId;
}

/** Whether the model of this plan could find the skill at all. */
function requireFindable({ presentation, runSkills }: RunPlan, skill: string, skillId: string): void {
  const { title } = presentation.dialect;
  if (presentation.mode === "eager")
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

/** What was resolved one after the other must be the same bytes. */
function requireSame(plans: readonly RunPlan[]): void {
  const digests = new Map<string, string>();
  for (const { runSkills } of plans)
    for (const { ref } of runSkills.skills)
      if ((digests.get(ref.skillId) ?? ref.digest) === ref.digest) digests.set(ref.skillId, ref.digest);
      else throw new AppError("CONFLICT", `${ref.name} is being changed. Try again.`);
}

type Freezing = { agentId: string; address: string; router: string | null };

async function freeze(
  context: Context,
  plans: readonly RunPlan[],
  { agentId, address, router }: Freezing,
): Promise<FrozenOffer> {
  const packages = Object.assign({}, ...plans.map(({ runSkills }) => Object.fromEntries(runSkills.packages)));
  return {
    dialects: plans.map(({ started, presentation, runSkills }) => ({
      started,
      wording: presentation.dialect.wording?.digest ?? null,
      skills: runSkills.skills.map(({ ref, description, whenToUse = "", priority }) => ({
        ref,
        description,
        whenToUse,
        priority,
      })),
    })),
    packages,
    stubs: [...(plans[0]?.stubs ?? []), ...(await stubbedTools(context, agentId))],
    address,
    routerModel: isRouted(plans) ? router : null,
  };
}

/** What the agent's own tools without a server answer; those of servers are offered, and not asked. */
async function stubbedTools(context: Context, agentId: string): Promise<ToolStub[]> {
  const row = await context.db.agent.findFirst({
    where: { id: agentId, workspaceId: context.workspace.id },
    select: { tools: true },
  });
  const tools = storedToolsSchema.safeParse(row?.tools).data ?? [];
  return tools.flatMap((tool) =>
    tool.kind === "stub"
      ? [{ skill: null, tool: tool.name, result: tool.result, ...(tool.cases ? { cases: tool.cases } : {}) }]
      : [],
  );
}
