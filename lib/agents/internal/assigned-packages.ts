import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import {
  type FollowedRow,
  followedColumns,
  followedJoins,
} from "@/lib/library/which-version/get-version-by-follow";
import type { FollowKind } from "@/lib/runtime/follow-kinds";

/**
 * A skill of an agent with the version or the draft that may be meant by it; their fields are null when there is none.
 * With the agent's rule, in each row the same.
 */
type AssignedPackage = FollowedRow & {
  skillId: string;
  name: string;
  /** False: found by auto-discovery alone. */
  assigned: boolean;
  enabled: boolean;
  archived: boolean;
  /** Null where it is not assigned: these come last. */
  priority: number | null;
  follows: FollowKind;
  label: string | null;
  pinnedVersionId: string | null;
  /** What the version was published as; null where there is none. */
  folder: string | null;
  /** Whom the skill is open to. */
  access: unknown;
  choiceRule: unknown;
};

/**
 * What an agent is assigned and, where it discovers skills, every other one that was ever published and is not archived;
 * `also` as if it were published. In one statement, because every run begins with it: of each skill only the one version
 * that is followed is read.
 */
export const assignedPackages = (
  { db, workspace }: WorkspaceContext,
  agentId: string,
  also: string | null = null,
): Promise<AssignedPackage[]> =>
  db.$queryRaw<AssignedPackage[]>`
    WITH g AS (
      SELECT id, "choiceRule" FROM "Agent" WHERE id = ${agentId}::uuid AND "workspaceId" = ${workspace.id}::uuid
    ), a AS (
      SELECT x."skillId", true AS assigned, x.enabled, x.priority, x.follows::text AS follows, x.label, x."versionId",
        g."choiceRule"
      FROM g JOIN "Assignment" x ON x."agentId" = g.id AND x."workspaceId" = ${workspace.id}::uuid
      UNION ALL
      SELECT o.id, false, true, NULL, 'latest', NULL, NULL, g."choiceRule"
      FROM g JOIN "Skill" o ON o."workspaceId" = ${workspace.id}::uuid AND o."archivedAt" IS NULL
      WHERE g."choiceRule" -> 'autoDiscover' = 'true'::jsonb
        AND (o.id = ${also}::uuid OR EXISTS (SELECT FROM "Version" p WHERE p."skillId" = o.id))
        AND NOT EXISTS (SELECT FROM "Assignment" y WHERE y."agentId" = g.id AND y."skillId" = o.id)
    )
    SELECT a."skillId", s.name, s.access, a.assigned, a.enabled, s."archivedAt" IS NOT NULL AS archived, a.priority,
      a.follows, a.label, a."versionId" AS "pinnedVersionId", v.name AS folder, a."choiceRule", ${followedColumns}
    FROM a
    JOIN "Skill" s ON s.id = a."skillId"
    ${followedJoins}
    ORDER BY a.priority NULLS LAST, s.name COLLATE "C"`;
