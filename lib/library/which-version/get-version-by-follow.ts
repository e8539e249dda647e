import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { sql } from "@/lib/db/sql";
import { err, ok, type Result } from "@/lib/kernel/result";
import { departedPerson } from "@/lib/people/find-people";
import { latestFirstSql, versionsSql } from "./latest-version";
import {
  type Follow,
  type FollowedPackage,
  type NothingFollowed,
  type PackageFacts,
  resolveFollow,
} from "./resolve-follow";

type Columns = PackageFacts & {
  versionId: string;
  number: number;
  withdrawnBy: string;
  /** Null for a version that agents get. */
  withdrawnReason: string | null;
  revision: number;
};
type DraftColumns = "revision";
type VersionColumns = "versionId" | "number" | "withdrawnBy" | "withdrawnReason";
type Without<Names extends keyof Columns> = Omit<Columns, Names> & Record<Names, null>;

/** The one version or draft that may be meant, as `followedColumns` reads it; all null when there is none. */
export type FollowedRow = Without<DraftColumns> | Without<VersionColumns> | Record<keyof Columns, null>;

/** The columns of a `FollowedRow`, over `followedJoins`. */
export const followedColumns = sql`
  v.id AS "versionId", v.number, d.revision,
  coalesce(v.digest, d.digest) AS digest, coalesce(v.description, d.description) AS description,
  coalesce(v."metadataTokens", d."metadataTokens") AS "metadataTokens",
  coalesce(v."instructionTokens", d."instructionTokens") AS "instructionTokens",
  coalesce(v."resourceTokens", d."resourceTokens") AS "resourceTokens",
  coalesce(v."modelInvocable", d."modelInvocable") AS "modelInvocable",
  coalesce(v."userInvocable", d."userInvocable") AS "userInvocable",
  coalesce(v."whenToUse", d."whenToUse") AS "whenToUse",
  v."withdrawnReason", v."withdrawnBy"`;

/** Of each skill in rows `a` ("skillId", follows, label, "versionId") only what may be meant: for `toFollowed`. */
export const followedJoins = sql`
  LEFT JOIN "Draft" d ON a.follows::text = 'draft' AND d."skillId" = a."skillId"
  LEFT JOIN LATERAL (
    SELECT o.*, w.reason AS "withdrawnReason", coalesce(u.name, ${departedPerson}) AS "withdrawnBy"
    FROM ${versionsSql}
    LEFT JOIN "User" u ON u.id = w."withdrawnById"
    WHERE o."skillId" = a."skillId" AND CASE a.follows::text
      WHEN 'latest' THEN true
      WHEN 'version' THEN o.id = a."versionId"
      WHEN 'label' THEN o.id = (
        SELECT l."versionId" FROM "Label" l WHERE l."skillId" = a."skillId" AND l.name = a.label)
      ELSE false END
    ORDER BY ${latestFirstSql} LIMIT 1
  ) v ON true`;

/** What the database found for something that is followed, decided. */
export function toFollowed(follow: Follow, row: FollowedRow) {
  if (row.versionId !== null) {
    const { versionId: id, withdrawnBy: by, withdrawnReason: reason } = row;
    const version = { ...row, id, withdrawal: reason === null ? null : { by, reason } };
    const labels = follow.label === null ? [] : [{ name: follow.label, versionId: id }];
    return resolveFollow(follow, { draft: null, versions: [version], labels });
  }
  return resolveFollow(follow, { draft: row.revision === null ? null : row, versions: [], labels: [] });
}

/** The package that something follows, with the name the skill has now: its old one may be another skill's. */
export type SkillSource = FollowedPackage & { skillId: string; name: string };

type Asked = { skillId: string } & Pick<Follow, "follows"> & Partial<Follow>;

/** What a skill stands for when it is followed like this; the reason, in words, when there is nothing. */
export async function getVersionByFollow(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  { skillId, follows, label = null, versionId = null }: Asked,
): Promise<Result<SkillSource, NothingFollowed>> {
  const [row] = await db.$queryRaw<(FollowedRow & { name: string })[]>`
    SELECT s.name, ${followedColumns}
    FROM (VALUES (${skillId}::uuid, ${follows}, ${label}, ${versionId}::uuid)) AS a("skillId", follows, label, "versionId")
    JOIN "Skill" s ON s.id = a."skillId" AND s."workspaceId" = ${workspaceId}::uuid
    ${followedJoins}`;
  if (!row) return err({ kind: "none", reason: "There is no such skill here." });
  const followed = toFollowed({ follows, label, versionId }, row);
  return followed.kind === "none" ? err(followed) : ok({ skillId, name: row.name, ...followed });
}
