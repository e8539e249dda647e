import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/kernel/app-error";

/**
 * The number of the newest version, withdrawn or not, when the draft is exactly that version; null when there is
 * something to publish. Over `"Skill" s` joined with `"Draft" d`. No digest says which files are executable, so these
 * are compared as well, for drafts of the same digest alone.
 */
export const unchangedSinceSql: Sql = sql`(
  SELECT n.number
  FROM (SELECT x.id, x.number, x.digest FROM "Version" x WHERE x."skillId" = s.id ORDER BY x.number DESC LIMIT 1) n
  WHERE n.digest = d.digest AND NOT EXISTS (
    SELECT FROM "DraftFile" df JOIN "VersionFile" vf ON vf."versionId" = n.id AND vf.path = df.path
    WHERE df."skillId" = s.id AND df.executable IS DISTINCT FROM vf.executable))`;

/** The same of one skill. */
export async function findUnchangedSince(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ unchangedSince: number | null }[]>`
    SELECT ${unchangedSinceSql} AS "unchangedSince"
    FROM "Skill" s JOIN "Draft" d ON d."skillId" = s.id
    WHERE s.id = ${skillId}::uuid AND s."workspaceId" = ${workspaceId}::uuid`;
  return row?.unchangedSince ?? null;
}

/** CONFLICT, `details.reason` unchanged, when a version of the draft would be the newest one once more. */
export async function requireChanged(
  context: WorkspaceContext,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const version = await findUnchangedSince(context, id);
  if (version === null) return;
  throw new AppError("CONFLICT", `Nothing has changed since version ${version} of ${name}.`, {
    details: { reason: "unchanged", version },
  });
}
