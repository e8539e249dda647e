import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { agentScriptsSchema } from "@/lib/runtime/script-rule-schema";
import { ruleOf } from "../choice-schema";
import { readAgent } from "../internal/agent-rows";
import type { AgentSnapshot } from "../revision-schema";
import type { Agent } from "../schema";

/** Everything that decides what the agent is told, as history keeps it. */
export function snapshotOf(agent: Agent): AgentSnapshot {
  const { name, slug, description, instructions, suggestedMessages } = agent;
  const { model, routerModel, mode, dialect, allowRequestPrompt, tools, toolStubs, scripts } = agent;
  return {
    name,
    slug,
    description,
    instructions,
    suggestedMessages,
    model,
    mode,
    dialect,
    allowRequestPrompt,
    routerModel,
    tools,
    toolStubs,
    scripts: agentScriptsSchema.parse(scripts),
    ...ruleOf(agent),
    assignments: agent.assignments.map(({ skillId, skill, enabled, priority, follows, label, version }) => ({
      skillId,
      skill,
      enabled,
      priority,
      follows,
      label,
      version,
    })),
  };
}

const jsonSchema = z.record(z.string(), z.json());

/** Writes what the agent now is as its newest revision, and the audit row, in the transaction of the change. */
export async function recordRevision(
  context: Context,
  change: { agent: Agent; action: string; summary: string },
): Promise<void> {
  const { agent, action, summary } = change;
  await context.db.agentRevision.create({
    data: {
      agentId: agent.id,
      workspaceId: context.workspace.id,
      number: agent.revision,
      summary,
      snapshot: jsonSchema.parse(snapshotOf(agent)),
      authorId: context.actor.userId,
    },
  });
  await appendAudit(context, {
    action,
    object: { type: "agent", id: agent.id, name: agent.name },
    detail: { revision: agent.revision, summary },
  });
  await notify(context, { topic: "agents", workspaceId: context.workspace.id });
}

/**
 * Raises the revision if it is still the one the change started from, and locks the agent until the transaction ends.
 * CONFLICT otherwise; its details carry the agent as it is now, so that a screen can show both.
 */
export async function claimRevision(
  context: Context,
  agent: { id: string; slug: string },
  baseRevision: number,
): Promise<void> {
  const { count } = await context.db.agent.updateMany({
    where: { id: agent.id, workspaceId: context.workspace.id, revision: baseRevision },
    data: { revision: { increment: 1 }, updatedAt: context.now() },
  });
  if (count === 1) return;
  const current = await readAgent(context, agent.slug);
  throw new AppError(
    "CONFLICT",
    `${current.updatedBy.name} changed ${current.name} meanwhile (revision ${current.revision}). Look at it, then change it again.`,
    { details: { revision: current.revision, updatedBy: current.updatedBy, agent: current } },
  );
}
