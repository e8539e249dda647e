import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { compareUtf8 } from "@/lib/skills/digest";
import { type HeldFile, loadBlobs } from "./blobs";
import type { ManifestFile } from "./describe-package";
import { latestVersion } from "./which-version/latest-version";

/** Files of one package: a version's never change, a draft's are those of this moment. */
export type PackageSource = { versionId: string } | { skillId: string };

export type SkillMetadata = {
  skillId: string;
  name: string;
  description: string;
  archived: boolean;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
  latest: { versionId: string; number: number; digest: string } | null;
  draft: { revision: number; digest: string };
};

/** Level 1 of skills, by name: what the draft says of them. Reads no file. */
export async function listSkillMetadata(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  filter: { skillIds?: readonly string[]; names?: readonly string[] } = {},
): Promise<SkillMetadata[]> {
  const skills = await db.skill.findMany({
    where: {
      workspaceId,
      ...(filter.skillIds ? { id: { in: [...filter.skillIds] } } : {}),
      ...(filter.names ? { name: { in: [...filter.names] } } : {}),
    },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      archivedAt: true,
      draft: {
        select: {
          revision: true,
          digest: true,
          description: true,
          metadataTokens: true,
          instructionTokens: true,
          resourceTokens: true,
        },
      },
      versions: {
        ...latestVersion,
        take: 1,
        select: { id: true, number: true, digest: true },
      },
    },
  });
  return skills.flatMap(({ id, name, archivedAt, draft, versions: [latest] }) => {
    if (!draft) return [];
    const { revision, digest, ...facts } = draft;
    return {
      skillId: id,
      name,
      archived: archivedAt !== null,
      ...facts,
      latest: latest ? { versionId: latest.id, number: latest.number, digest: latest.digest } : null,
      draft: { revision, digest },
    };
  });
}

/** The manifest of a package, in the order of its paths' bytes. Empty for a package of another workspace. */
export async function listPackageFiles(
  context: WorkspaceContext,
  source: PackageSource,
): Promise<ManifestFile[]> {
  const files = await manifestRows(context, source);
  return files.sort((left, right) => compareUtf8(left.path, right.path));
}

async function manifestRows(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  source: PackageSource,
): Promise<ManifestFile[]> {
  const select = { path: true, sha256: true, size: true, executable: true } as const;
  const where = { workspaceId };
  return "versionId" in source
    ? db.versionFile.findMany({ where: { ...where, versionId: source.versionId }, select })
    : db.draftFile.findMany({ where: { ...where, skillId: source.skillId }, select });
}

/** One file with its bytes, or null. */
export async function readPackageFile(
  context: WorkspaceContext,
  source: PackageSource,
  path: string,
): Promise<HeldFile | null> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const [file] =
    "versionId" in source
      ? await db.$queryRaw<HeldFile[]>`
          SELECT f.path, f.sha256, f.size, f.executable, b.bytes FROM "VersionFile" f JOIN "Blob" b ON b.sha256 = f.sha256
          WHERE f."versionId" = ${source.versionId}::uuid AND f."workspaceId" = ${workspaceId}::uuid
            AND f.path = ${path}`
      : await db.$queryRaw<HeldFile[]>`
          SELECT f.path, f.sha256, f.size, f.executable, b.bytes FROM "DraftFile" f JOIN "Blob" b ON b.sha256 = f.sha256
          WHERE f."skillId" = ${source.skillId}::uuid AND f."workspaceId" = ${workspaceId}::uuid
            AND f.path = ${path}`;
  return file ?? null;
}

/** A whole package with its bytes, in the order of its paths' bytes: for packing it. */
export async function readPackageFiles(
  context: WorkspaceContext,
  source: PackageSource,
): Promise<HeldFile[]> {
  return readListedFiles(context, await listPackageFiles(context, source));
}

/** The same for files of a manifest that was read before, whatever became of the package since. */
export async function readListedFiles(
  context: WorkspaceContext,
  files: readonly ManifestFile[],
): Promise<HeldFile[]> {
  const blobs = await loadBlobs(context, [...new Set(files.map((file) => file.sha256))]);
  return files.map((file) => {
    const bytes = blobs.get(file.sha256);
    if (!bytes) throw new Error(`The bytes of ${file.path} (${file.sha256}) are missing.`);
    return { ...file, bytes };
  });
}

/**
 * Bytes by a sha256 that came from a manifest of this workspace, never from a request: keeps a draft's file
 * readable for one run although the draft moves on. Null when they are gone.
 */
export async function readBlob({ db }: WorkspaceContext, sha256: string): Promise<Uint8Array | null> {
  return (await loadBlobs({ db }, [sha256])).get(sha256) ?? null;
}
