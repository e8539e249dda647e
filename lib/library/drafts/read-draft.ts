import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { compareUtf8 } from "@/lib/skills/digest";
import { loadBlobs } from "../blobs";
import type { LoadBytes, ManifestFile } from "../describe-package";

/** A draft as it lies in the database, without a byte of its files. */
export type DraftRow = {
  skillId: string;
  name: string;
  revision: number;
  digest: string;
  /** Counts changes of which files are executable. */
  modesRevision: number;
  baseVersion: number | null;
  updatedAt: Date;
  updatedById: string;
  files: ManifestFile[];
};

export const noSuchSkill = (name: string) =>
  new AppError("NOT_FOUND", `There is no skill “${name}” in this workspace.`);

/** NOT_FOUND for a name that this workspace does not have. */
export async function readDraft(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  name: string,
): Promise<DraftRow> {
  const skill = await db.skill.findUnique({
    where: { workspaceId_name: { workspaceId, name } },
    select: {
      id: true,
      name: true,
      draft: {
        select: {
          revision: true,
          digest: true,
          modesRevision: true,
          baseVersion: true,
          updatedAt: true,
          updatedById: true,
          files: { select: { path: true, sha256: true, size: true, executable: true } },
        },
      },
    },
  });
  if (!skill?.draft) throw noSuchSkill(name);
  const files = skill.draft.files.sort((left, right) => compareUtf8(left.path, right.path));
  return { ...skill.draft, skillId: skill.id, name: skill.name, files };
}

/** Loads bytes of a manifest that was read in this scope; `held` are at hand already. */
export function loaderOf(
  { db }: WorkspaceContext,
  held: ReadonlyMap<string, Uint8Array> = new Map(),
): LoadBytes {
  return async (sha256s) => {
    const missing = sha256s.filter((sha256) => !held.has(sha256));
    const loaded = await loadBlobs({ db }, missing);
    return new Map([...held, ...loaded]);
  };
}

/** Names that could be mistaken for this one: the same but for case and separators. At most five. */
export async function listSiblings(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skill: { skillId: string | null; name: string },
): Promise<{ skillId: string; name: string }[]> {
  return db.$queryRaw<{ skillId: string; name: string }[]>`
    SELECT id AS "skillId", name FROM "Skill"
    WHERE "workspaceId" = ${workspaceId}::uuid AND "archivedAt" IS NULL
      AND id IS DISTINCT FROM ${skill.skillId}::uuid
      AND regexp_replace(lower(name), '[^[:alnum:]]', '', 'g')
        = regexp_replace(lower(${skill.name}), '[^[:alnum:]]', '', 'g')
    LIMIT 5`;
}
