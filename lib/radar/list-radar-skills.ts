import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { readAgentSkills } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { suiteKinds } from "@/lib/proof/proof-options";
import { evalsPath, triggerEvalPath } from "@/lib/suites/suite";

export type RadarSkillSource = {
  skillId: string;
  skill: string;
  /** The newest version that is not withdrawn; null: the draft. */
  version: number | null;
  digest: string;
  suites: (typeof suiteKinds)[number][];
};

type Asked = { agentId: string | null; names: readonly string[] | undefined };

const pathOf = { trigger: triggerEvalPath, effect: evalsPath } as const satisfies Record<
  (typeof suiteKinds)[number],
  string
>;
const files = {
  where: { path: { in: Object.values(pathOf) } },
  select: { path: true },
};

/**
 * Skills with what can be tried of them, by name: those named, else all that have tasks or a trigger suite and are not archived.
 * NOT_FOUND for a name that is not here, or not the agent's.
 */
export async function chooseRadarSkills(
  context: Context,
  { agentId, names }: Asked,
): Promise<RadarSkillSource[]> {
  const { db, workspace } = context;
  const rows = await db.skill.findMany({
    where: {
      workspaceId: workspace.id,
      NOT: { id: { in: await findHiddenSkills(context) } },
      ...(names === undefined ? { archivedAt: null } : { name: { in: [...names] } }),
      ...(agentId === null ? {} : { id: { in: await skillsOf(context, agentId) } }),
    },
    select: {
      id: true,
      name: true,
      draft: { select: { digest: true, files } },
      versions: {
        where: { withdrawal: null },
        orderBy: { number: "desc" },
        take: 1,
        select: { number: true, digest: true, files },
      },
    },
    orderBy: { name: "asc" },
  });
  const missing = names?.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined)
    throw new AppError(
      "NOT_FOUND",
      agentId === null ? `There is no skill “${missing}” here.` : `The agent has no skill “${missing}”.`,
    );
  const sources = rows.flatMap(({ id, name, draft, versions: [version] }) => {
    const tried = version ?? draft;
    if (!tried) return [];
    const paths = new Set(tried.files.map(({ path }) => path));
    const suites = suiteKinds.filter((kind) => paths.has(pathOf[kind]));
    return [
      { skillId: id, skill: name, version: version?.number ?? null, digest: tried.digest, suites },
    ] satisfies RadarSkillSource[];
  });
  return names === undefined ? sources.filter(({ suites }) => suites.length > 0) : sources;
}

/** What an agent is assigned, and what it finds by its rule. */
async function skillsOf(context: Context, agentId: string): Promise<string[]> {
  const skills = await readAgentSkills(context, agentId);
  return skills.flatMap(({ skillId, assigned, choice }) => (assigned || choice.in ? [skillId] : []));
}

/** What may be chosen: every skill with tasks or a trigger suite. */
export async function listRadarSkills(context: Context) {
  requirePermission(context, "playground.rehearse");
  const sources = await chooseRadarSkills(context, { agentId: null, names: undefined });
  return { items: sources.map(({ skill, suites }) => ({ skill, suites })) };
}
