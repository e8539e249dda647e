import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { FrozenOffer } from "../plans/frozen-offer";

/** Ids of skills of what was frozen. */
type Lost = {
  /** Whose bytes are there no more: they or their version were deleted. */
  skills: string[];
  /**
   * Drafts that miss bytes of a file. The sweep leaves the bytes of runs that go on; those of one that had ended, and is
   * repeated, may be gone.
   */
  drafts: string[];
};

type Row = { skills: { id: string; hasVersion: boolean }[]; gone: string[] };

/** What of a frozen offer cannot be offered any more. One statement: every trial asks. */
export async function findLostSkills(
  { db, workspace }: WorkspaceContext,
  { packages }: Pick<FrozenOffer, "packages">,
): Promise<Lost> {
  const entries = Object.entries(packages);
  const versionIds = entries.flatMap(([, pinned]) => (pinned.kind === "version" ? [pinned.versionId] : []));
  const files = entries.flatMap(([skillId, pinned]) =>
    pinned.kind === "draft" ? pinned.files.map(({ sha256 }) => ({ skillId, sha256 })) : [],
  );
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))];
  const [row] = await db.$queryRaw<Row[]>`
    SELECT
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', skill.id, 'hasVersion', EXISTS (
          SELECT FROM "Version" version WHERE version."skillId" = skill.id AND version.id = ANY(${versionIds}::uuid[])
        ))), '[]')
        FROM "Skill" skill
        WHERE skill.id = ANY(${entries.map(([skillId]) => skillId)}::uuid[])
          AND skill."workspaceId" = ${workspace.id}::uuid) AS skills,
      ARRAY(SELECT wanted.sha256::text FROM unnest(${hashes}::bpchar[]) AS wanted(sha256)
        WHERE NOT EXISTS (SELECT FROM "Blob" blob WHERE blob.sha256 = wanted.sha256)) AS gone`;
  const there = new Map(row?.skills.map(({ id, hasVersion }) => [id, hasVersion]));
  const gone = new Set(row?.gone);
  const isLost = (skillId: string, kind: "version" | "draft") =>
    kind === "version" ? there.get(skillId) !== true : !there.has(skillId);
  return {
    skills: entries.filter(([skillId, { kind }]) => isLost(skillId, kind)).map(([skillId]) => skillId),
    drafts: [...new Set(files.flatMap(({ skillId, sha256 }) => (gone.has(sha256) ? [skillId] : [])))],
  };
}
