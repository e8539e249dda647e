import "server-only";
import type { Scope } from "@/lib/access/scope";
import type { Prisma } from "@/lib/db/generated/client";
import { err, ok, type Result } from "@/lib/kernel/result";
import { findPerson } from "@/lib/people/find-people";
import { compareUtf8 } from "@/lib/skills/digest";
import type { Invocation } from "@/lib/skills/invocation";
import { whyUntold } from "@/lib/skills/told-text";
import { type HeldFile, loadBlobs } from "./blobs";
import type { ManifestFile } from "./describe-package";
import { withdrawnWords } from "./withdrawn-words";

/** The package that something follows, without its files. Token counts are estimates. */
export type SkillSource = {
  skillId: string;
  name: string;
  description: string;
  digest: string;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
} & Invocation &
  ({ kind: "version"; versionId: string; number: number } | { kind: "draft"; revision: number });

/** Why there is nothing: it was withdrawn, or agents would be told what nobody sees. */
type NoSource = { reason: string; withdrawn?: true; untold?: true };

export type Follow = {
  skillId: string;
  follows: "latest" | "label" | "version" | "draft";
  label?: string | null;
  versionId?: string | null;
};

/** Files of one package: a version's never change, a draft's are those of this moment. */
export type PackageSource = { versionId: string } | { skillId: string };

const versionFields = {
  id: true,
  number: true,
  description: true,
  digest: true,
  metadataTokens: true,
  instructionTokens: true,
  resourceTokens: true,
  modelInvocable: true,
  userInvocable: true,
  whenToUse: true,
} as const;

/** What a skill stands for when it is followed like this; the reason, in words, when there is nothing. */
export async function getVersionByFollow(
  scope: Scope,
  follow: Follow,
): Promise<Result<SkillSource, NoSource>> {
  const { skillId } = follow;
  const { db, workspaceId } = scope;
  const skill = await db.skill.findFirst({ where: { id: skillId, workspaceId }, select: { name: true } });
  if (!skill) return err({ reason: "There is no such skill here." });
  if (follow.follows === "draft") return draftSource(scope, skillId, skill.name);
  const find = (where: ReturnType<typeof whereOf>) =>
    db.version.findFirst({
      where: { skillId, workspaceId, ...where },
      orderBy: { number: "desc" },
      select: { ...versionFields, withdrawal: { select: { reason: true, withdrawnById: true } } },
    });
  // Where every version is withdrawn, the newest says why there is none.
  const version = (await find(whereOf(follow))) ?? (follow.follows === "latest" ? await find({}) : null);
  if (!version) return err({ reason: reasonOf(follow, skill.name) });
  const { id: versionId, withdrawal, ...rest } = version;
  if (withdrawal) {
    const by = (await findPerson(scope.db, withdrawal.withdrawnById)).name;
    const reason = withdrawnWords({ number: rest.number, by, reason: withdrawal.reason });
    return err({ reason, withdrawn: true });
  }
  // The name it has now, as everywhere: its old one may be another skill's by now.
  return unlessUntold({ kind: "version", skillId, versionId, name: skill.name, ...rest });
}

function whereOf({ follows, label, versionId }: Follow): Prisma.VersionWhereInput {
  if (follows === "version") return { id: versionId ?? noId };
  if (follows === "label") return { labels: { some: { name: label ?? "" } } };
  return { withdrawal: null };
}

const noId = "00000000-0000-0000-0000-000000000000";

function reasonOf({ follows, label }: Follow, name: string): string {
  if (follows === "label") return `${name} has no version labelled ${label ?? ""}.`;
  if (follows === "version") return `${name} does not have that version.`;
  return `${name} has never been published.`;
}

async function draftSource(
  { db, workspaceId }: Scope,
  skillId: string,
  name: string,
): Promise<Result<SkillSource, NoSource>> {
  const draft = await db.draft.findFirst({
    where: { skillId, workspaceId },
    select: {
      revision: true,
      description: true,
      digest: true,
      metadataTokens: true,
      instructionTokens: true,
      resourceTokens: true,
      modelInvocable: true,
      userInvocable: true,
      whenToUse: true,
    },
  });
  if (!draft) return err({ reason: `${name} has no draft.` });
  return unlessUntold({ kind: "draft", skillId, name, ...draft });
}

function unlessUntold(source: SkillSource): Result<SkillSource, NoSource> {
  const why = whyUntold(source);
  return why === null ? ok(source) : err({ reason: why, untold: true });
}

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
  { db, workspaceId }: Scope,
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
        where: { withdrawal: null },
        orderBy: { number: "desc" },
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
export async function listPackageFiles(scope: Scope, source: PackageSource): Promise<ManifestFile[]> {
  const files = await manifestRows(scope, source);
  return files.sort((left, right) => compareUtf8(left.path, right.path));
}

async function manifestRows({ db, workspaceId }: Scope, source: PackageSource): Promise<ManifestFile[]> {
  const select = { path: true, sha256: true, size: true } as const;
  const where = { workspaceId };
  return "versionId" in source
    ? db.versionFile.findMany({ where: { ...where, versionId: source.versionId }, select })
    : db.draftFile.findMany({ where: { ...where, skillId: source.skillId }, select });
}

/** One file with its bytes, or null. */
export async function readPackageFile(
  scope: Scope,
  source: PackageSource,
  path: string,
): Promise<HeldFile | null> {
  const { db, workspaceId } = scope;
  const [file] =
    "versionId" in source
      ? await db.$queryRaw<HeldFile[]>`
          SELECT f.path, f.sha256, f.size, b.bytes FROM "VersionFile" f JOIN "Blob" b ON b.sha256 = f.sha256
          WHERE f."versionId" = ${source.versionId}::uuid AND f."workspaceId" = ${workspaceId}::uuid
            AND f.path = ${path}`
      : await db.$queryRaw<HeldFile[]>`
          SELECT f.path, f.sha256, f.size, b.bytes FROM "DraftFile" f JOIN "Blob" b ON b.sha256 = f.sha256
          WHERE f."skillId" = ${source.skillId}::uuid AND f."workspaceId" = ${workspaceId}::uuid
            AND f.path = ${path}`;
  return file ?? null;
}

/** A whole package with its bytes, in the order of its paths' bytes: for packing it. */
export async function readPackageFiles(scope: Scope, source: PackageSource): Promise<HeldFile[]> {
  const files = await listPackageFiles(scope, source);
  const blobs = await loadBlobs(scope.db, [...new Set(files.map((file) => file.sha256))]);
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
export async function readBlob({ db }: Scope, sha256: string): Promise<Uint8Array | null> {
  return (await loadBlobs(db, [sha256])).get(sha256) ?? null;
}
