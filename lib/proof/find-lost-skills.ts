import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import type { FrozenOffer } from "./frozen-offer";

/** Of what was frozen, the skills whose bytes are there no more, by their ids: they or their version were deleted. */
export async function findLostSkills(
  { db, workspace }: WorkspaceContext,
  { packages }: Pick<FrozenOffer, "packages">,
): Promise<string[]> {
  const entries = Object.entries(packages);
  const versionIds = entries.flatMap(([, pinned]) => (pinned.kind === "version" ? [pinned.versionId] : []));
  const skills = await db.$queryRaw<{ id: string; hasVersion: boolean }[]>`
    SELECT skill.id, EXISTS (
      SELECT FROM "Version" version WHERE version."skillId" = skill.id AND version.id = ANY(${versionIds}::uuid[])
    ) AS "hasVersion"
    FROM "Skill" skill
    WHERE skill.id = ANY(${entries.map(([skillId]) => skillId)}::uuid[]) AND skill."workspaceId" = ${workspace.id}::uuid`;
  const there = new Map(skills.map(({ id, hasVersion }) => [id, hasVersion]));
  return entries
    .filter(([skillId, { kind }]) => (kind === "version" ? there.get(skillId) !== true : !there.has(skillId)))
    .map(([skillId]) => skillId);
}

/**
 * Of drafts that were frozen, the skills that miss bytes of a file, by their ids. The sweep leaves the bytes of runs that
 * go on; those of one that had ended, and is repeated, may be gone.
 */
export async function findLostFiles(
  { db }: DatabaseContext,
  { packages }: Pick<FrozenOffer, "packages">,
): Promise<string[]> {
  const files = Object.entries(packages).flatMap(([skillId, pinned]) =>
    pinned.kind === "draft" ? pinned.files.map(({ sha256 }) => ({ skillId, sha256 })) : [],
  );
  if (files.length === 0) return [];
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))];
  const rows = await db.$queryRaw<{ sha256: string }[]>`
    SELECT wanted.sha256 FROM unnest(${hashes}::bpchar[]) AS wanted(sha256)
    WHERE NOT EXISTS (SELECT FROM "Blob" blob WHERE blob.sha256 = wanted.sha256)`;
  const gone = new Set(rows.map(({ sha256 }) => sha256));
  return [...new Set(files.flatMap(({ skillId, sha256 }) => (gone.has(sha256) ? [skillId] : [])))];
}
