import "server-only";
import type { Context } from "@/lib/access/context";
import { discovers } from "@/lib/agents/choice-options";
import { choosePresentation, type Presentation } from "@/lib/agents/choose-presentation";
import { type AgentSkill, readAgentSkills } from "@/lib/agents/list-agent-skills";
import { findDialect } from "@/lib/dialects/find-dialect";
import { triggerEvalPath } from "@/lib/suites/suite";

/** A skill that stands beside another one in an agent's catalogue and has cases of its own, as the agent has it. */
export type Neighbour = {
  skillId: string;
  skill: string;
  agent: { id: string; slug: string; name: string };
  /** Null for a draft that an agent follows. */
  version: number | null;
  digest: string;
  /** In words: why no suite could see anything taken from it there; null where one can. */
  unmeasurable: string | null;
};

type Offered = Exclude<AgentSkill["resolved"], { kind: "none" }>;

/** `agent`: its slug. */
type Asked = { skillId: string; agent?: string | undefined; agentIds?: readonly string[] };

/** Of every agent that has the skill, or of those that are named; each neighbour once an agent, in the order of their catalogues. */
export async function listNeighbours(
  context: Context,
  { skillId, agent: slug, agentIds }: Asked,
): Promise<Neighbour[]> {
  const { db, workspace } = context;
  const isAsked = slug === undefined && agentIds === undefined;
  const agents = await db.agent.findMany({
    where: {
      workspaceId: workspace.id,
      ...(isAsked ? { OR: [{ assignments: { some: { skillId, enabled: true } } }, discovers] } : {}),
      ...(slug === undefined ? {} : { slug }),
      ...(agentIds === undefined ? {} : { id: { in: [...agentIds] } }),
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, slug: true, name: true, dialect: true, mode: true },
  });
  const found: (Neighbour & { offered: Offered })[] = [];
  for (const { dialect, mode, ...agent } of agents) {
    const presentation = findDialect(dialect) ? choosePresentation({ dialect, mode }) : null;
    const skills = await readAgentSkills(context, agent.id);
    const own = skills.find((one) => one.skillId === skillId);
    if (isAsked && !own?.assigned && !own?.choice.in) continue;
    for (const { name, choice, archived, resolved, ...sibling } of skills)
      if (choice.in && !archived && resolved.kind !== "none" && sibling.skillId !== skillId)
        found.push({
          skillId: sibling.skillId,
          skill: name,
          agent,
          version: resolved.kind === "version" ? resolved.number : null,
          digest: resolved.digest,
          unmeasurable: whyUnmeasurable(presentation, resolved),
          offered: resolved,
        });
  }
  const has = await withCases(context, found);
  return found.filter(has).map(({ offered: _, ...neighbour }) => neighbour);
}

/** What no model chooses is taken by nothing that another skill says. */
function whyUnmeasurable(
  presentation: Pick<Presentation, "dialect" | "mode"> | null,
  { modelInvocable }: Offered,
): string | null {
  if (!modelInvocable) return "It is for people alone: no model chooses it, so no description takes it away.";
  if (presentation?.mode !== "eager") return null;
  return `In ${presentation.dialect.title} every skill's text is in the prompt from the start (mode “eager”): nothing is chosen there, so nothing is taken.`;
}

/** Which of them have a file of cases in what is offered. */
async function withCases(
  { db, workspace }: Context,
  all: readonly { skillId: string; offered: Offered }[],
): Promise<(one: { skillId: string; offered: Offered }) => boolean> {
  const fits = { workspaceId: workspace.id, path: triggerEvalPath };
  const versions = all.flatMap(({ offered }) => (offered.kind === "version" ? [offered.versionId] : []));
  const drafts = all.flatMap(({ skillId, offered }) => (offered.kind === "draft" ? [skillId] : []));
  const inVersions = await db.versionFile.findMany({
    where: { ...fits, versionId: { in: versions } },
    select: { versionId: true },
  });
  const inDrafts = await db.draftFile.findMany({
    where: { ...fits, skillId: { in: drafts } },
    select: { skillId: true },
  });
  const ids = new Set([
    ...inVersions.map(({ versionId }) => versionId),
    ...inDrafts.map(({ skillId }) => skillId),
  ]);
  return ({ skillId, offered }) => ids.has(offered.kind === "version" ? offered.versionId : skillId);
}
