import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";

/**
 * Whether a file is executable in a draft and not in a version, or the other way round. For two of the same digest,
 * which has no part of it.
 */
export async function hasOtherModes(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
  versionId: string,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ differs: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM "DraftFile" d JOIN "VersionFile" v ON v.path = d.path
      WHERE d."skillId" = ${skillId}::uuid AND d."workspaceId" = ${workspaceId}::uuid
        AND v."versionId" = ${versionId}::uuid AND v."workspaceId" = ${workspaceId}::uuid
        AND d.executable IS DISTINCT FROM v.executable) AS differs`;
  return row?.differs ?? false;
}
