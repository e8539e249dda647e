import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { err, ok, type Result } from "@/lib/kernel/result";
import {
  type FollowedRow,
  followedColumns,
  followedJoins,
  type SkillSource,
  toFollowed,
} from "./get-version-by-follow";
import type { Follow, NothingFollowed } from "./resolve-follow";

/** What is followed where a version is named by its number, as people write it. */
export type NumberedFollow = Pick<Follow, "follows" | "label"> & { skillId: string; version: number | null };

type Row = FollowedRow & { position: number; name: string; pinnedId: string | null };

/** What each stands for, in their order; the reason, in words, where there is nothing. */
export async function listVersionsByNumber(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  asked: readonly NumberedFollow[],
): Promise<Result<SkillSource, NothingFollowed>[]> {
  if (asked.length === 0) return [];
  const column = <Key extends keyof NumberedFollow>(key: Key) => asked.map((one) => one[key]);
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.position, s.name, a."versionId" AS "pinnedId", ${followedColumns}
    FROM (
      SELECT one.position::int - 1 AS position, one."skillId", one.follows, one.label, pinned.id AS "versionId"
      FROM unnest(${column("skillId")}::uuid[], ${column("follows")}::text[], ${column("label")}::text[],
        ${column("version")}::int[]) WITH ORDINALITY AS one("skillId", follows, label, number, position)
      LEFT JOIN "Version" pinned ON pinned."skillId" = one."skillId" AND pinned.number = one.number
    ) AS a
    JOIN "Skill" s ON s.id = a."skillId" AND s."workspaceId" = ${workspaceId}::uuid
    ${followedJoins}`;
  const rowOf = new Map(rows.map((row) => [row.position, row]));
  return asked.map((one, position) => decide(one, rowOf.get(position)));
}

function decide(
  { skillId, follows, label, version }: NumberedFollow,
  row: Row | undefined,
): Result<SkillSource, NothingFollowed> {
  if (!row) return err({ kind: "none", reason: "There is no such skill here." });
  const { name, pinnedId: versionId } = row;
  if (follows === "version" && version !== null && versionId === null)
    return err({ kind: "none", reason: `There is no version ${version}.` });
  const followed = toFollowed({ follows, label, versionId }, row);
  return followed.kind === "none" ? err(followed) : ok({ skillId, name, ...followed });
}
