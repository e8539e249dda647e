import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { latestVersion } from "@/lib/library/which-version/latest-version";

export type PublishedBytes = { number: number; digest: string };

/**
 * What bytes of a skill are held against, by all that say whether they are worse or take from neighbours: the newest version
 * that agents may get and that is not these bytes; null where nothing else is published.
 */
export async function findPublished(
  { db, workspace }: WorkspaceContext,
  { skillId, digest }: { skillId: string; digest: string },
): Promise<PublishedBytes | null> {
  return db.version.findFirst({
    where: { skillId, workspaceId: workspace.id, ...latestVersion.where, NOT: { digest } },
    orderBy: latestVersion.orderBy,
    select: { number: true, digest: true },
  });
}
