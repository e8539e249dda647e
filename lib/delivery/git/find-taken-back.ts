import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { HistoryRow } from "./load-history";

/** Versions of a history that are no longer handed out, by id, and why. `isGone`: their bytes are no longer there. */
export type TakenBack = ReadonlyMap<string, { isGone: boolean; words: string }>;

/** Those that were withdrawn, and those that went with their skill. */
export async function findTakenBack(
  { db, workspace }: WorkspaceContext,
  rows: readonly HistoryRow[],
): Promise<TakenBack> {
  const ids = [...new Set(rows.flatMap(({ change }) => change.skill?.versionId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db.version.findMany({
    where: { workspaceId: workspace.id, id: { in: ids } },
    select: { id: true, withdrawal: { select: { reason: true } } },
  });
  const versions = new Map(found.map((version) => [version.id, version]));
  const takenBack = new Map<string, { isGone: boolean; words: string }>();
  for (const id of ids) {
    const version = versions.get(id);
    if (!version) takenBack.set(id, { isGone: true, words: "deleted" });
    else if (version.withdrawal)
      takenBack.set(id, {
        isGone: false,
        words: `withdrawn (${version.withdrawal.reason.replace(/\s+/g, " ")})`,
      });
  }
  return takenBack;
}
