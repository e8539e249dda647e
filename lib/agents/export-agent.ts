import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import { findDialect } from "@/lib/dialects/find-dialect";
import { AppError } from "@/lib/kernel/app-error";
import { exportVersions, reportPortableVersions } from "@/lib/library/exports/export-versions";
import { type Deliverable, type LeftOut, sayLeftOut } from "./decide-deliverable";
import { exportAgentForTarget } from "./export-agent-for-target";
import { type AgentPortableReport, type ExportAgent, exportAgentSchema } from "./export-schema";
import { readAgentRow } from "./internal/agent-rows";
import { readSeenDeliverable } from "./read-deliverable";

/**
 * An agent's skills that are on and that its rule lets in, as one zip, a folder each, the same bytes for the same versions. A draft is not
 * delivered: UNPROCESSABLE, naming every assignment that stands in the way and why; likewise a skill without a
 * portable form when that is asked for, with the rules it breaks. As stored, what the host of the agent's dialect does
 * not load stays here: the agent's catalogue names it with the reason.
 */
export async function exportAgent(
  context: Context,
  input: { agent: string } & ExportAgent,
): Promise<Download> {
  requirePermission(context, "agents.read");
  const { target, ...form } = exportAgentSchema.parse(input);
  if (target) return exportAgentForTarget(context, { agent: input.agent, target });
  const portable = form.portable === "true";
  const { agent, skills } = await readExported(context, input.agent, portable ? "portable" : "stored");
  const fileName = `${agent.slug}-skills${portable ? "-portable" : ""}.zip`;
  return exportVersions(context, { versionIds: skills.map(versionIdOf), fileName, portable });
}

/** What the portable form of an agent's set would change, skill by skill, and what stands in its way. */
export async function getAgentPortableReport(
  context: Context,
  input: { agent: string },
): Promise<AgentPortableReport> {
  requirePermission(context, "agents.read");
  const { skills } = await readExported(context, input.agent, "portable");
  return { skills: await reportPortableVersions(context, skills.map(versionIdOf)) };
}

const versionIdOf = ({ version }: Deliverable): string => version.versionId;

/** As stored, what the host of the agent's dialect does not load stays here; the portable form is for any host. */
async function readExported(context: Context, slug: string, form: "stored" | "portable") {
  const agent = await readAgentRow(context, slug);
  const dialect = form === "stored" ? agent.dialect : null;
  const { skills, leftOut } = await readSeenDeliverable(context, { id: agent.id, dialect });
  const assigned = await readAssignedIds(context, agent.id);
  const standing = leftOut.filter(({ skillId, reason }) => !passing.has(reason) && assigned.has(skillId));
  if (standing.length > 0) throw cannotGo(agent.name, standing);
  const refused = leftOut.filter(({ reason }) => reason === "host-refuses");
  if (skills.length === 0)
    throw refused.length > 0 ? noneLoaded(agent, refused) : nothingLeft(agent.name, leftOut);
  return { agent, skills };
}

/** What stays here without keeping the others: the agent's rule and its host, which the catalogue names too. */
const passing: ReadonlySet<LeftOut["reason"]> = new Set(["not-chosen", "host-refuses"]);

/** What stands in the way of an export: somebody assigned these. What a rule keeps out or finds does not. */
async function readAssignedIds({ db, workspace }: Context, agentId: string): Promise<ReadonlySet<string>> {
  const rows = await db.assignment.findMany({
    where: { agentId, workspaceId: workspace.id },
    select: { skillId: true },
  });
  return new Set(rows.map(({ skillId }) => skillId));
}

function nothingLeft(agent: string, leftOut: readonly LeftOut[]): AppError {
  const why =
    leftOut.length === 0
      ? `${agent} has no skill that is on: there is nothing to export.`
      : `${agent} has nothing to export: ${leftOut.map(sayLeftOut).join("; ")}.`;
  return new AppError("UNPROCESSABLE", why, { details: { assignments: leftOut.map(toDetail) } });
}

function noneLoaded(agent: { name: string; dialect: string }, refused: readonly LeftOut[]): AppError {
  const host = findDialect(agent.dialect)?.title ?? agent.dialect;
  return new AppError("UNPROCESSABLE", `${host} loads none of the skills of ${agent.name}.`, {
    details: { assignments: refused.map(toDetail) },
  });
}

const cannotGo = (agent: string, leftOut: readonly LeftOut[]): AppError =>
  new AppError(
    "UNPROCESSABLE",
    `${agent} cannot be exported: ${leftOut.map(sayLeftOut).join("; ")}. Let it follow a version, or switch it off.`,
    { details: { assignments: leftOut.map(toDetail) } },
  );

const toDetail = ({ skill, why }: LeftOut) => ({ skill, reason: why });
