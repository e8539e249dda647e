import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import { AppError } from "@/lib/kernel/app-error";
import { discovers } from "./choice-options";
import type { SkillChoice } from "./choose-skills";
import { type AgentCandidate, readChosen } from "./internal/chosen-skills";

/** One skill of an agent, the package it stands for, and whether the agent gets it; what the playground builds its catalogue from. */
export type AgentSkill = AgentCandidate & { choice: SkillChoice };

/**
 * An agent's skills in order of priority, on or off, with those that it finds and what its rule says of each, as far as
 * they are open to the asker. Reads no file, unless the rule looks at what skills need. NOT_FOUND for an agent of elsewhere.
 */
export async function listAgentSkills(context: Context, agentId: string): Promise<AgentSkill[]> {
  requirePermission(context, "agents.read");
  const [skills, isInSight] = await Promise.all([readAgentSkills(context, agentId), readSight(context)]);
  return skills.filter(isInSight);
}

/**
 * The same for whoever was asked for a permission of their own: what stands beside a skill belongs to its proof, which
 * a key that publishes has to read and which may know no agent otherwise.
 */
export async function readAgentSkills(context: Context, agentId: string): Promise<AgentSkill[]> {
  const skills = await readChosen(context, agentId);
  if (skills.length === 0 && !(await readAgentById(context, agentId)))
    throw new AppError("NOT_FOUND", "There is no such agent here.");
  return skills;
}

export type AgentSettings = {
  id: string;
  slug: string;
  name: string;
  revision: number;
  instructions: string;
  model: string;
  mode: string;
  dialect: string;
  allowRequestPrompt: boolean;
  /** Asked first in router mode; null for the agent's own model. */
  routerModel: string | null;
  /** As stored: [{skill, tool, result}]. */
  toolStubs: unknown;
};

/** What decides how an agent is run, without its skills; null when there is none with this id here. */
export async function findAgentById(context: Context, agentId: string): Promise<AgentSettings | null> {
  requirePermission(context, "agents.read");
  return readAgentById(context, agentId);
}

function readAgentById(context: Context, agentId: string): Promise<AgentSettings | null> {
  return context.db.agent.findFirst({
    where: { id: agentId, workspaceId: context.workspace.id },
    select: {
      id: true,
      slug: true,
      name: true,
      revision: true,
      instructions: true,
      model: true,
      mode: true,
      dialect: true,
      allowRequestPrompt: true,
      routerModel: true,
      toolStubs: true,
    },
  });
}

/** The ids of agents by their slugs; what is not here is missing. */
export async function listAgentIds(
  context: Context,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  requirePermission(context, "agents.read");
  const rows = await context.db.agent.findMany({
    where: { slug: { in: [...slugs] }, workspaceId: context.workspace.id },
    select: { id: true, slug: true },
  });
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** The first agent that finds the skill by its rule; null for none. */
export async function findDiscoverer(context: Context, skillId: string): Promise<string | null> {
  const agents = await context.db.agent.findMany({
    where: { workspaceId: context.workspace.id, ...discovers },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
  for (const { id } of agents) {
    const skills = await readAgentSkills(context, id);
    if (skills.some((one) => one.skillId === skillId && one.choice.in)) return id;
  }
  return null;
}
