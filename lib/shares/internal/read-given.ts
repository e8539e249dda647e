import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { getVersionByFollow } from "@/lib/library/which-version/get-version-by-follow";
import type { shareFollows } from "../share-options";

/** A share as it is stored. */
export type ShareRow = {
  id: string;
  /** Where the skill is written. */
  workspaceId: string;
  skillId: string;
  receiverId: string;
  follows: (typeof shareFollows)[number];
  label: string | null;
  version: number | null;
};

export type GivenVersion =
  | { versionId: string; number: number; why: null }
  | { versionId: null; number: null; why: string };

export type Taken = Extract<GivenVersion, { versionId: string }>;

/** The version that a share gives now, read where the skill is written and nowhere else; or why it gives none. */
export async function readGiven({ db }: DatabaseContext, share: ShareRow): Promise<GivenVersion> {
  const { workspaceId, skillId, follows, label } = share;
  const pinned =
    share.version === null
      ? null
      : await db.version.findFirst({
          where: { skillId, workspaceId, number: share.version },
          select: { id: true },
        });
  const giver = { db, workspace: { id: workspaceId } };
  const found = await getVersionByFollow(giver, { skillId, follows, label, versionId: pinned?.id ?? null });
  if (!found.ok) return { versionId: null, number: null, why: found.error.reason };
  if (found.value.kind !== "version") throw new Error(`A share gives a draft of ${skillId}.`);
  const { versionId, number } = found.value;
  return { versionId, number, why: null };
}

/** Numbers of the versions of a skill that are not withdrawn where it is written. */
export async function readStanding(
  { db }: DatabaseContext,
  { workspaceId, skillId }: ShareRow,
): Promise<ReadonlySet<number>> {
  const rows = await db.version.findMany({
    where: { skillId, workspaceId, withdrawal: null },
    select: { number: true },
  });
  return new Set(rows.map(({ number }) => number));
}
