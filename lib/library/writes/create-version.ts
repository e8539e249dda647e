import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import type { ApprovalRecord } from "@/lib/approvals/approval-schema";
import { AppError } from "@/lib/kernel/app-error";
import type { Invocation } from "@/lib/skills/invocation";
import { requireSeenDraft } from "../drafts/require-seen-draft";
import { requireChanged } from "../versions/unchanged-since";
import type { VersionDismissal, VersionSummary } from "../versions/version-schema";
import { keepBlobs } from "./store-blobs";

/** What the version is made from: the draft must still be exactly this. */
export type VersionSource = {
  skillId: string;
  revision: number;
  digest: string;
  note: string;
  /** Called once nobody else can change the draft: throws, or answers what it is published with. */
  decide?: (context: Context, place: VersionPlace) => Promise<VersionGrounds>;
};

/** The version that the draft started from, and the newest there is; what the draft is, now that it is locked. */
export type VersionPlace = {
  base: number | null;
  newest: number | null;
  newestDigest: string | null;
  findingsRevision: number;
};
export type VersionGrounds = { dismissals: VersionDismissal[]; approval: ApprovalRecord };

type LockedDraft = Invocation & {
  name: string;
  revision: number;
  digest: string;
  baseVersion: number | null;
  modesRevision: number;
  findingsRevision: number;
  description: string;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
  size: number;
};

/**
 * Makes the next version from the draft, in a transaction of the caller's, who has decided that it may be
 * published. The draft's row is locked, so numbers have no gaps. CONFLICT when the draft has moved on or nothing
 * has changed since the newest version.
 */
export async function createVersion(
  context: Context,
  { skillId, revision, digest, note, decide }: VersionSource,
): Promise<VersionSummary> {
  const workspaceId = context.workspace.id;
  await keepBlobs(context);
  const draft = await lockDraft(context, skillId);
  requireSeenDraft(draft, { revision, digest });
  const newest = await context.db.version.findFirst({
    where: { skillId, workspaceId },
    orderBy: { number: "desc" },
    select: { number: true, digest: true },
  });
  await requireChanged(context, { id: skillId, name: draft.name });
  const { baseVersion: base, modesRevision, findingsRevision } = draft;
  const place = {
    base,
    findingsRevision,
    newest: newest?.number ?? null,
    newestDigest: newest?.digest ?? null,
  };
  const { dismissals, approval } = decide ? await decide(context, place) : { dismissals: [], approval: null };
  const { name, description, metadataTokens, instructionTokens, resourceTokens, size } = draft;
  const { modelInvocable, userInvocable, whenToUse } = draft;
  const number = (newest?.number ?? 0) + 1;
  const createdAt = context.now();
  const { id } = await context.db.version.create({
    data: {
      workspaceId,
      skillId,
      number,
      digest,
      note,
      name,
      description,
      metadataTokens,
      instructionTokens,
      resourceTokens,
      modelInvocable,
      userInvocable,
      whenToUse,
      size,
      modesRevision,
      findingsRevision,
      authorId: context.actor.userId,
      createdAt,
      dismissals,
      ...(approval ? { approval } : {}),
    },
    select: { id: true },
  });
  const fileCount = await context.db.$executeRaw`
    INSERT INTO "VersionFile" ("versionId", "workspaceId", path, sha256, size, executable)
    SELECT ${id}::uuid, "workspaceId", path, sha256, size, executable FROM "DraftFile"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid`;
  await context.db.draft.update({ where: { skillId, workspaceId }, data: { baseVersion: number } });
  await context.db.skill.update({ where: { id: skillId, workspaceId }, data: { updatedAt: createdAt } });
  return {
    id,
    number,
    digest,
    note,
    author: { id: context.actor.userId, name: context.actor.name },
    createdAt: createdAt.toISOString(),
    labels: [],
    withdrawal: null,
    size,
    fileCount,
    tokens: { metadata: metadataTokens, instructions: instructionTokens, resources: resourceTokens },
  };
}

async function lockDraft(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<LockedDraft> {
  const [draft] = await db.$queryRaw<LockedDraft[]>`
    SELECT s.name, d.revision, d.digest, d."baseVersion", d."modesRevision", d."findingsRevision", d.description,
      d."metadataTokens", d."instructionTokens", d."resourceTokens", d."modelInvocable", d."userInvocable", d."whenToUse", d.size
    FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId"
    WHERE d."skillId" = ${skillId}::uuid AND d."workspaceId" = ${workspaceId}::uuid
    FOR NO KEY UPDATE OF d`;
  if (!draft) throw new AppError("NOT_FOUND", "The skill is gone.");
  return draft;
}
