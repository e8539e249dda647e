import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Delivery } from "../delivered";
import { readVersions } from "../read-versions";
import type { StateSkill } from "./git-record-schema";
import type { Arriving, Departure } from "./plan-changes";

/** When versions that a state has and a delivery has not were withdrawn, or their skills archived. */
export async function findDepartures(
  { db, workspace }: WorkspaceContext,
  gone: readonly StateSkill[],
): Promise<Map<string, Departure>> {
  if (gone.length === 0) return new Map();
  const workspaceId = workspace.id;
  const [withdrawals, archived] = await Promise.all([
    db.versionWithdrawal.findMany({
      where: { workspaceId, versionId: { in: gone.map(({ versionId }) => versionId) } },
      select: { skillId: true, withdrawnAt: true },
    }),
    db.skill.findMany({
      where: { workspaceId, id: { in: gone.map(({ skillId }) => skillId) }, archivedAt: { not: null } },
      select: { id: true, archivedAt: true },
    }),
  ]);
  const departures = new Map<string, Departure>();
  for (const { id, archivedAt } of archived) departures.set(id, { at: archivedAt?.toISOString() ?? null });
  for (const { skillId, withdrawnAt } of withdrawals)
    departures.set(skillId, { at: withdrawnAt.toISOString() });
  return departures;
}

/**
 * Versions that were published between the one that a state has and the one that is delivered, of skills that follow
 * their newest one: each gets its commit, whenever somebody fetches. Not those that were withdrawn.
 */
export async function findBetween(
  context: WorkspaceContext,
  state: ReadonlyMap<string, StateSkill>,
  { skills }: Delivery,
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
    select: { id: true, skillId: true, name: true },
  });
  const versions = await readVersions(
    context,
    rows.map(({ id }) => id),
  );
  const between = new Map<string, Arriving[]>();
  for (const { id, skillId, name } of rows) {
    const read = versions.get(id);
    if (!read) continue;
    const { files, ...version } = read;
    between.set(skillId, [...(between.get(skillId) ?? []), { skillId, name, version, files }]);
  }
  return between;
}
