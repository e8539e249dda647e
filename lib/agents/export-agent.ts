import "server-only";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { AppError } from "@/lib/kernel/app-error";
import type { Download } from "@/lib/library/download";
import { exportVersions } from "@/lib/library/export-versions";
import { readAgent } from "./internal/agent-rows";
import type { Assignment } from "./schema";

/**
 * An agent's enabled skills as one zip, a folder each, the same bytes for the same versions. A draft is not
 * delivered: UNPROCESSABLE, naming every assignment that stands in the way and why.
 */
export async function exportAgent(context: Context, input: { agent: string }): Promise<Download> {
  requirePermission(context, "agents.read");
  const agent = await readAgent(context.db, context, input.agent);
  const enabled = agent.assignments.filter((assignment) => assignment.enabled);
  if (enabled.length === 0) {
    throw new AppError("UNPROCESSABLE", `${agent.name} has no skill that is on: there is nothing to export.`);
  }
  const versionIds = deliverableVersions(agent.name, enabled);
  return exportVersions(context, { versionIds, fileName: `${agent.slug}-skills.zip` });
}

function deliverableVersions(agent: string, assignments: readonly Assignment[]): string[] {
  const problems: { skill: string; reason: string }[] = [];
  const versionIds: string[] = [];
  for (const { skill, archived, resolved } of assignments) {
    if (resolved.kind === "draft")
      problems.push({ skill, reason: "follows its draft, which is never delivered" });
    else if (archived) problems.push({ skill, reason: "is archived" });
    else if (resolved.kind === "none")
      problems.push({ skill, reason: `has nothing to deliver (${resolved.reason})` });
    else versionIds.push(resolved.versionId);
  }
  if (problems.length === 0) return versionIds;
  const sentence = problems.map(({ skill, reason }) => `${skill} ${reason}`).join("; ");
  throw new AppError(
    "UNPROCESSABLE",
    `${agent} cannot be exported: ${sentence}. Let it follow a version, or switch it off.`,
    { details: { assignments: problems } },
  );
}
