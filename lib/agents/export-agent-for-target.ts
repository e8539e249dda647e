import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import {
  exportSetForTarget,
  getSetTarget,
  type SetSkill,
  type TargetSet,
} from "@/lib/library/exports/export-set";
import type { SetTarget } from "@/lib/library/exports/target-schema";
import type { TargetId } from "@/lib/targets/target-options";
import { sayLeftOut } from "./decide-deliverable";
import { type AgentTargetQuery, agentTargetQuerySchema } from "./export-schema";
import { readAgentRow } from "./internal/agent-rows";
import { readSeenDeliverable } from "./read-deliverable";

/**
 * An agent's skills that are on, in the form of a host. What cannot be delivered, or the host refuses, is left out and
 * named in the archive; UNPROCESSABLE, with every reason, when nothing is left.
 */
export async function exportAgentForTarget(
  context: Context,
  { agent: slug, target }: { agent: string; target: TargetId },
): Promise<Download> {
  const { fileName, ...set } = await readSet(context, slug, target);
  return exportSetForTarget(context, { ...set, fileName });
}

/** What a host would get of an agent's skills, one by one. */
export async function getAgentTarget(
  context: Context,
  input: { agent: string } & AgentTargetQuery,
): Promise<SetTarget> {
  requirePermission(context, "agents.read");
  const { target } = agentTargetQuerySchema.parse(input);
  return getSetTarget(context, await readSet(context, input.agent, target));
}

async function readSet(
  context: Context,
  slug: string,
  target: TargetId,
): Promise<TargetSet & { fileName: string }> {
  const agent = await readAgentRow(context, slug);
  const { skills, leftOut } = await readSeenDeliverable(context, { id: agent.id, dialect: null });
  const rows = await context.db.skill.findMany({
    where: { workspaceId: context.workspace.id, id: { in: skills.map(({ skillId }) => skillId) } },
    select: { id: true, folder: true },
  });
  const folders = new Map(rows.map(({ id, folder }) => [id, folder]));
  return {
    target,
    name: agent.name,
    fileName: `${agent.slug}-${target}.zip`,
    skills: skills.map(({ skillId, folder: name, version: { versionId } }): SetSkill => {
      return { name, folder: folders.get(skillId) ?? name, source: { versionId } };
    }),
    leftOut: leftOut.map((one) => {
      return { skill: one.skill, reasons: [{ rule: "not-delivered", message: sayLeftOut(one) }] };
    }),
  };
}
