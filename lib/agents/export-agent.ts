import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { AppError } from "@/lib/kernel/app-error";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { exportVersions, reportPortableVersions } from "@/lib/library/exports/export-versions";
import { loadSkills } from "@/lib/runtime/load-skills";
import { choosePresentation } from "./choose-presentation";
import { type AgentPortableReport, type ExportAgent, exportAgentSchema } from "./export-schema";
import { readAgent } from "./internal/agent-rows";
import { assignmentSource, toSessionSkill } from "./internal/assignment-source";
import type { Assignment } from "./schema";

/**
 * An agent's enabled skills as one zip, a folder each, the same bytes for the same versions. A draft is not
 * delivered: UNPROCESSABLE, naming every assignment that stands in the way and why; likewise a skill without a
 * portable form when that is asked for, with the rules it breaks. As stored, what the host of the agent's dialect does
 * not load stays here: the agent's catalogue names it with the reason.
 */
export async function exportAgent(
  context: Context,
  input: { agent: string } & ExportAgent,
): Promise<Download> {
  requirePermission(context, "agents.read");
  const portable = exportAgentSchema.parse(input).portable === "true";
  const { slug, versionIds: deliverable, agent } = await readDeliverable(context, input.agent);
  const versionIds = portable ? deliverable : await leaveOutRefused(context, agent, deliverable);
  const fileName = `${slug}-skills${portable ? "-portable" : ""}.zip`;
  return exportVersions(context, { versionIds, fileName, portable });
}

/** What the portable form of an agent's set would change, skill by skill, and what stands in its way. */
export async function getAgentPortableReport(
  context: Context,
  input: { agent: string },
): Promise<AgentPortableReport> {
  requirePermission(context, "agents.read");
  const { versionIds } = await readDeliverable(context, input.agent);
  return { skills: await reportPortableVersions(context, versionIds) };
}

async function readDeliverable(context: Context, slug: string) {
  const agent = await readAgent(context, slug);
  const enabled = agent.assignments.filter((assignment) => assignment.enabled);
  if (enabled.length === 0) {
    throw new AppError("UNPROCESSABLE", `${agent.name} has no skill that is on: there is nothing to export.`);
  }
  return { slug: agent.slug, versionIds: deliverableVersions(agent.name, enabled), agent };
}

/** Without versions that the agent's host refuses: in its folder they would be noise. UNPROCESSABLE when none is left. */
async function leaveOutRefused(
  context: Context,
  agent: Awaited<ReturnType<typeof readAgent>>,
  versionIds: readonly string[],
): Promise<readonly string[]> {
  const { dialect } = choosePresentation(agent);
  const enabled = agent.assignments.filter((assignment) => assignment.enabled);
  const { refused } = await loadSkills(
    {
      host: loadingHost(dialect),
      source: assignmentSource(context, enabled),
      cache: packageCaches().loads,
    },
    enabled.flatMap((assignment) => toSessionSkill(assignment) ?? []),
  );
  const reasons = new Map(refused.map(({ skillId, detail }) => [skillId, detail ?? ""]));
  if (reasons.size === 0) return versionIds;
  const refusedVersions = new Set(
    enabled.flatMap(({ skillId, resolved }) =>
      reasons.has(skillId) && resolved.kind === "version" ? [resolved.versionId] : [],
    ),
  );
  const left = versionIds.filter((id) => !refusedVersions.has(id));
  if (left.length > 0) return left;
  throw new AppError("UNPROCESSABLE", `${dialect.title} loads none of the skills of ${agent.name}.`, {
    details: {
      assignments: refused.map(({ name, detail }) => ({
        skill: name,
        reason: (detail ?? "").replace(/\.$/, ""),
      })),
    },
  });
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
