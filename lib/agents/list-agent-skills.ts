import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { toFollowed } from "@/lib/library/follow/get-version-by-follow";
import { assignedPackages } from "./internal/assigned-packages";
import type { FollowKind, Resolution } from "./schema";

/** One skill of an agent and the package it stands for; what the playground builds its catalogue from. */
export type AgentSkill = {
  skillId: string;
  name: string;
  enabled: boolean;
  archived: boolean;
  /** 1 is the highest. */
  priority: number;
  follows: FollowKind;
  label: string | null;
  version: number | null;
  resolved: Resolution;
};

/** An agent's skills in order of priority, on or off. Reads no file. NOT_FOUND for an agent of elsewhere. */
export async function listAgentSkills(context: Context, agentId: string): Promise<AgentSkill[]> {
  requirePermission(context, "agents.read");
  return readAgentSkills(context, agentId);
}

/**
 * The same for whoever was asked for a permission of their own: what stands beside a skill belongs to its proof, which
 * a key that publishes has to read and which may know no agent otherwise.
 */
export async function readAgentSkills(context: Context, agentId: string): Promise<AgentSkill[]> {
  const rows = await assignedPackages(context, agentId);
  if (rows.length === 0 && !(await readAgentById(context, agentId)))
    throw new AppError("NOT_FOUND", "There is no such agent here.");
  return rows.map((row) => {
    const { skillId, name, enabled, archived, priority, follows, label, pinnedVersionId } = row;
    const resolved = toFollowed({ follows, label, versionId: pinnedVersionId }, row);
    const version = follows === "version" ? row.number : null;
    return { skillId, name, enabled, archived, priority, follows, label, version, resolved };
  });
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
