import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { compareManifests, haveSameModes } from "@/lib/library/compare-manifests";
import { describePackage, type ManifestFile } from "@/lib/library/describe-package";
import { loaderOf, readDraft } from "@/lib/library/drafts/read-draft";
import { listPackageFiles } from "@/lib/library/read-packages";
import { createVersion } from "@/lib/library/writes/create-version";
import { keepBlobs } from "@/lib/library/writes/store-blobs";
import { insertSkill, replaceDraft } from "@/lib/library/writes/write-draft";
import { foldName } from "@/lib/skills/fold-name";
import { asServer } from "../internal/as-server";
import type { ShareRow, Taken } from "../internal/read-given";

type Origin = { fromWorkspace: string };

/** The name that a version has in its SKILL.md, and its files, read where it is written. */
async function readGivenPackage(
  { db }: Context,
  { workspaceId, skillId }: ShareRow,
  { versionId }: Taken,
): Promise<{ name: string; digest: string; files: ManifestFile[] }> {
  const giver = { db, workspace: { id: workspaceId } };
  const { name, digest } = await db.version.findFirstOrThrow({
    where: { id: versionId, skillId, workspaceId },
    select: { name: true, digest: true },
  });
  return { name, digest, files: await listPackageFiles(giver, { versionId }) };
}

/** A new skill here with the version as its draft and its version 1. P2002 when the name is taken. */
export async function insertReceived(
  context: Context,
  share: ShareRow,
  given: Taken,
  origin: Origin & { fromSkill: string },
): Promise<string> {
  await keepBlobs(context);
  const { name, digest, files } = await readGivenPackage(context, share, given);
  const description = await describePackage({ name, files }, loaderOf(context));
  const skillId = await insertSkill(context, { name, description, files });
  const { fromWorkspace, fromSkill } = origin;
  const workspaceId = context.workspace.id;
  await context.db.receivedSkill.create({
    data: {
      skillId,
      workspaceId,
      shareId: share.id,
      fromWorkspace,
      fromSkill,
      fromSkillId: share.skillId,
      acceptedById: context.actor.userId,
      acceptedAt: context.now(),
    },
  });
  await publishCopy(context, { skillId, fromWorkspace }, { revision: 1, digest, given, fromSkill: name });
  return skillId;
}

/**
 * The version as the newest one of the skill here, byte for byte, under the name that it has. Where the newest one has
 * those bytes already, it stands for both.
 */
export async function takeVersion(
  context: Context,
  received: Origin & { skillId: string },
  share: ShareRow,
  given: Taken,
): Promise<void> {
  await keepBlobs(context);
  const { name, digest, files } = await readGivenPackage(context, share, given);
  const { skillId } = received;
  const workspaceId = context.workspace.id;
  const before = await context.db.skill.findFirstOrThrow({
    where: { id: skillId, workspaceId },
    select: { name: true, versions: { orderBy: { number: "desc" }, take: 1, select: { id: true } } },
  });
  if (before.name !== name)
    await context.db.skill.update({
      where: { id: skillId, workspaceId },
      data: { name, nameKey: foldName(name), folder: null },
    });
  const draft = await readDraft(context, name);
  const newest = before.versions[0];
  const isSame = compareManifests(draft.files, files).paths.length === 0 && haveSameModes(draft.files, files);
  if (isSame && newest) return remember(context, { skillId, versionId: newest.id, number: given.number });
  const description = await describePackage({ name, files }, loaderOf(context));
  if (!(await replaceDraft(context, draft, { description, files, isCopy: true })))
    throw new Error(`The copy of ${name} was changed while its share was locked.`);
  const revision = draft.revision + 1;
  await publishCopy(context, received, { revision, digest, given, fromSkill: name });
}

async function publishCopy(
  context: Context,
  { skillId, fromWorkspace }: Origin & { skillId: string },
  {
    revision,
    digest,
    given,
    fromSkill,
  }: { revision: number; digest: string; given: Taken; fromSkill: string },
): Promise<void> {
  const note = `Version ${given.number} of ${fromSkill} in the workspace ${fromWorkspace}`;
  const version = await createVersion(context, { skillId, revision, digest, note });
  await remember(context, { skillId, versionId: version.id, number: given.number });
  await appendAudit(asServer(context, context.workspace.id), {
    action: "skill.received",
    object: { type: "skill", id: skillId, name: fromSkill },
    digestAfter: digest,
    detail: { version: version.number, from: fromWorkspace, versionThere: given.number },
  });
}

async function remember(
  context: Context,
  { skillId, versionId, number }: { skillId: string; versionId: string; number: number },
): Promise<void> {
  await context.db.receivedVersion.createMany({
    data: [{ skillId, versionId, workspaceId: context.workspace.id, number, takenAt: context.now() }],
    skipDuplicates: true,
  });
}
