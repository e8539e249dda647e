import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { StateSkill } from "./git-record-schema";
import type { Departure } from "./plan-changes";

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
