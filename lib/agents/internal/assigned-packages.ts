import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { type FollowedRow, followedColumns, followedJoins } from "@/lib/library/follow/get-version-by-follow";
import type { FollowKind } from "../schema";

/** An assignment with the version or the draft that may be meant by it; their fields are null when there is none. */
type AssignedPackage = FollowedRow & {
  skillId: string;
  name: string;
  enabled: boolean;
  archived: boolean;
  priority: number;
  follows: FollowKind;
  label: string | null;
  pinnedVersionId: string | null;
  /** What the version was published as; null where there is none. */
  folder: string | null;
};

/** In one statement, because every run begins with it: of each skill only the one version that is followed is read. */
export const assignedPackages = (
  { db, workspace }: WorkspaceContext,
  agentId: string,
): Promise<AssignedPackage[]> =>
  db.$queryRaw<AssignedPackage[]>`
    SELECT a."skillId", s.name, a.enabled, s."archivedAt" IS NOT NULL AS archived, a.priority,
      a.follows::text AS follows, a.label, a."versionId" AS "pinnedVersionId", v.name AS folder, ${followedColumns}
    FROM "Assignment" a
    JOIN "Skill" s ON s.id = a."skillId"
    ${followedJoins}
    WHERE a."agentId" = ${agentId}::uuid AND a."workspaceId" = ${workspace.id}::uuid
    ORDER BY a.priority, s.name COLLATE "C"`;
