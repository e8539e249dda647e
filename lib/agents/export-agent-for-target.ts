import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import { exportSetForTarget, planSet, remarksOf, type SetSkill } from "@/lib/library/exports/export-target";
import type { SetTarget } from "@/lib/library/exports/target-schema";
import { type TargetId, targetHeads } from "@/lib/targets/target-options";
import { sayLeftOut } from "./decide-deliverable";
import { type AgentTargetQuery, agentTargetQuerySchema } from "./export-schema";
import { readAgentRow } from "./internal/agent-rows";
import { readDeliverable } from "./read-deliverable";

/**
 * An agent's skills that are on, in the form of a host. What cannot be delivered, or the host refuses, is left out and
 * named in the archive; UNPROCESSABLE, with every reason, when nothing is left.
 */
export async function exportAgentForTarget(
  context: Context,
  { agent: slug, target }: { agent: string; target: TargetId },
): Promise<Download> {
  const { agent, skills, leftOut } = await readSet(context, slug);
  return exportSetForTarget(context, {
    target,
    name: agent.name,
    fileName: `${agent.slug}-${target}.zip`,
    skills,
    leftOut: leftOut.map(({ skill, why }) => ({ skill, reasons: [{ rule: "not-delivered", message: why }] })),
  });
}

/** What a host would get of an agent's skills, one by one. */
export async function getAgentTarget(
  context: Context,
  input: { agent: string } & AgentTargetQuery,
): Promise<SetTarget> {
  requirePermission(context, "agents.read");
  const { target } = agentTargetQuerySchema.parse(input);
  const { skills, leftOut } = await readSet(context, input.agent);
  const planned = await planSet(context, { target, skills });
  return {
    target,
    title: targetHeads[target].title,
    skills: planned.map(({ name, plan }) => ({ skill: name, ...remarksOf(plan) })),
    leftOut,
  };
}

async function readSet(context: Context, slug: string) {
  const agent = await readAgentRow(context, slug);
  const { skills, leftOut } = await readDeliverable(context, agent.id);
  const rows = await context.db.skill.findMany({
    where: { workspaceId: context.workspace.id, id: { in: skills.map(({ skillId }) => skillId) } },
    select: { id: true, folder: true },
  });
  const folders = new Map(rows.map(({ id, folder }) => [id, folder]));
  return {
    agent,
    skills: skills.map(({ skillId, folder: name, version: { versionId } }): SetSkill => {
      return { name, folder: folders.get(skillId) ?? name, versionId };
    }),
    leftOut: leftOut.map((one) => ({ skill: one.skill, why: sayLeftOut(one) })),
  };
}
