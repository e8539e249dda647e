import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { HistoryRow } from "./load-history";

/** Versions of a history that are no longer handed out, by id. `isGone`: their bytes are no longer there. */
export type TakenBack = ReadonlyMap<string, { isGone: boolean }>;

/** Those that were withdrawn, and those that went with their skill. */
export async function findTakenBack(
  { db, workspace }: WorkspaceContext,
  rows: readonly HistoryRow[],
): Promise<TakenBack> {
  const ids = [...new Set(rows.flatMap(({ change }) => change.skill?.versionId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db.version.findMany({
    where: { workspaceId: workspace.id, id: { in: ids } },
    select: { id: true, withdrawal: { select: { versionId: true } } },
  });
  const versions = new Map(found.map((version) => [version.id, version]));
  const takenBack = new Map<string, { isGone: boolean }>();
  for (const id of ids) {
    const version = versions.get(id);
    if (!version) takenBack.set(id, { isGone: true });
    else if (version.withdrawal) takenBack.set(id, { isGone: false });
  }
  return takenBack;
}
