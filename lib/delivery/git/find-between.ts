import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { askHostOf } from "@/lib/agents/ask-host-of";
import { type Deliverable, type DeliveryCandidate, decideDeliverable } from "@/lib/agents/decide-deliverable";
import { unlessUntold } from "@/lib/library/which-version/resolve-follow";
import type { Delivery } from "../delivered";
import { readVersions } from "../read-versions";
import type { StateSkill } from "./git-record-schema";
import type { Arriving } from "./plan-changes";

/** What says whether an agent may be told of a version. */
const facts = {
  digest: true,
  description: true,
  metadataTokens: true,
  instructionTokens: true,
  resourceTokens: true,
  modelInvocable: true,
  userInvocable: true,
  whenToUse: true,
} as const;

/**
 * Versions that were published between the one that a state has and the one that is delivered, of skills that follow
 * their newest one: each gets its commit, whenever somebody fetches. Not those that would not have been delivered:
 * what was withdrawn, what agents are not told of, and what the agent's host does not load.
 */
export async function findBetween(
  context: WorkspaceContext,
  state: ReadonlyMap<string, StateSkill>,
  { agent, skills }: Delivery,
): Promise<Map<string, Arriving[]>> {
  const ranges = skills.flatMap(({ skillId, follows, version }) => {
    const before = state.get(skillId)?.number;
    if (follows !== "latest" || before === undefined || version.number <= before + 1) return [];
    return { skillId, number: { gt: before, lt: version.number } };
  });
  if (ranges.length === 0) return new Map();
  const rows = await context.db.version.findMany({
    where: { workspaceId: context.workspace.id, withdrawal: null, OR: ranges },
    orderBy: { number: "asc" },
    select: { id: true, skillId: true, number: true, name: true, ...facts },
  });
  const candidates = rows.map(({ id: versionId, skillId, number, name, ...rest }): DeliveryCandidate => {
    const resolved = unlessUntold({ kind: "version", versionId, number, ...rest });
    return { skillId, skill: name, archived: false, follows: "latest", label: null, folder: name, resolved };
  });
  const deliverable = await decideOfAgent(context, agent?.id ?? null, candidates);
  const versions = await readVersions(
    context,
    deliverable.map(({ version }) => version.versionId),
  );
  const between = new Map<string, Arriving[]>();
  for (const { skillId, folder: name, version: found } of deliverable) {
    const read = versions.get(found.versionId);
    if (!read) continue;
    const { files, ...version } = read;
    between.set(skillId, [...(between.get(skillId) ?? []), { skillId, name, version, files }]);
  }
  return between;
}

/** Of versions that went out one after the other, those that did; none of an agent that is gone. */
async function decideOfAgent(
  context: WorkspaceContext,
  agentId: string | null,
  candidates: readonly DeliveryCandidate[],
): Promise<Deliverable[]> {
  if (agentId === null) return (await decideDeliverable(candidates, { together: false })).skills;
  const where = { id: agentId, workspaceId: context.workspace.id };
  const agent = await context.db.agent.findFirst({ where, select: { dialect: true } });
  if (!agent) return [];
  const askHost = askHostOf(context, agent.dialect);
  return (await decideDeliverable(candidates, { askHost, together: false })).skills;
}
