import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Deliverable } from "@/lib/agents/decide-deliverable";
import { leaveOutRefused } from "@/lib/agents/read-deliverable";
import { unlessUntold } from "@/lib/library/follow/resolve-follow";
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
  const told = rows.flatMap(({ id: versionId, skillId, number, name, ...rest }): Deliverable[] => {
    const version = unlessUntold({ kind: "version", versionId, number, ...rest });
    if (version.kind !== "version") return [];
    return [{ skillId, skill: name, folder: name, follows: "latest", label: null, version }];
  });
  const loaded = await leaveOutUnloaded(context, agent?.id ?? null, told);
  const versions = await readVersions(
    context,
    loaded.map(({ version }) => version.versionId),
  );
  const between = new Map<string, Arriving[]>();
  for (const { skillId, folder: name, version: found } of loaded) {
    const read = versions.get(found.versionId);
    if (!read) continue;
    const { files, ...version } = read;
    between.set(skillId, [...(between.get(skillId) ?? []), { skillId, name, version, files }]);
  }
  return between;
}

/** Without what the host of the agent does not load, which is asked for one version of each skill at a time. */
async function leaveOutUnloaded(
  context: WorkspaceContext,
  agentId: string | null,
  told: readonly Deliverable[],
): Promise<Deliverable[]> {
  if (agentId === null || told.length === 0) return [...told];
  const where = { id: agentId, workspaceId: context.workspace.id };
  const agent = await context.db.agent.findFirst({ where, select: { dialect: true } });
  if (!agent) return [];
  const steps: Deliverable[][] = [];
  for (const ofSkill of Map.groupBy(told, ({ skillId }) => skillId).values())
    for (const [at, one] of ofSkill.entries()) steps[at] = [...(steps[at] ?? []), one];
  const loaded: Deliverable[] = [];
  for (const step of steps) loaded.push(...(await leaveOutRefused(context, agent.dialect, step)).skills);
  return loaded;
}
