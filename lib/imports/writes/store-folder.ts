import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { type HeldFile, manifestOf } from "@/lib/library/blobs";
import { describePackage } from "@/lib/library/describe-package";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { storeBlobs } from "@/lib/library/writes/store-blobs";
import { type DraftFacts, insertSkill, replaceDraft } from "@/lib/library/writes/write-draft";
import { folderOf } from "../folder-of";
import { keepModes } from "../keep-modes";
import { executablesOf, isSameText } from "../overwrite-or-keep";
import { type DirectorySkill, textOfPackage } from "../plan-directories";
import type { DiskPackage } from "../read-directories";
import { savedMeanwhile } from "../seen-draft";

/** A package read from disk as a new skill, in a transaction of the caller's. P2002 when the name is taken. */
export async function createFromDisk(
  context: Context,
  found: DiskPackage,
  held: readonly HeldFile[],
): Promise<void> {
  const { name, digest, location } = found;
  await storeBlobs(context, held);
  const description = await factsOf(found, held);
  const folder = folderOf(location.replaceAll("\\", "/"), name);
  const skillId = await insertSkill(context, { name, description, files: manifestOf(held), folder });
  await rememberOrigin(context, skillId, found);
  await appendAudit(context, {
    action: "skill.imported",
    object: { type: "skill", id: skillId, name },
    digestAfter: digest,
    detail: { from: location },
  });
}

/** The text on disk as a new revision of a draft that is still the one it was compared with; CONFLICT when it is not. */
export async function updateFromDisk(
  context: Context,
  change: { found: DiskPackage; skill: DirectorySkill; held: readonly HeldFile[] },
): Promise<void> {
  const { found, skill, held } = change;
  await storeBlobs(context, held);
  const draft = await readDraft(context, skill.name);
  const files = keepModes(draft.files, manifestOf(held));
  const isSame = draft.skillId === skill.skillId && isSameText(textOfPackage(draft), skill.draft);
  const description = await factsOf(found, held);
  if (!isSame || !(await replaceDraft(context, draft, { description, files })))
    throw savedMeanwhile(skill.name);
  await rememberOrigin(context, skill.skillId, found);
  await appendAudit(context, {
    action: "draft.imported",
    object: { type: "skill", id: skill.skillId, name: skill.name },
    digestBefore: draft.digest,
    digestAfter: found.digest,
    detail: { from: found.location, revision: draft.revision + 1 },
  });
}

/** Where a skill's text was read, and which it was: the next reading compares with that. */
export async function rememberOrigin(
  context: Context,
  skillId: string,
  found: Pick<DiskPackage, "root" | "path" | "name" | "digest" | "files" | "said">,
): Promise<void> {
  const { root, path, name, digest, files, said } = found;
  const read = {
    root,
    path,
    name,
    digest,
    executables: executablesOf(files),
    notes: said,
    readAt: context.now(),
  };
  const workspaceId = context.workspace.id;
  await context.db.skillOrigin.upsert({
    where: { skillId, workspaceId },
    create: { skillId, workspaceId, ...read },
    update: read,
  });
}

async function factsOf({ name, facts }: DiskPackage, held: readonly HeldFile[]): Promise<DraftFacts> {
  if (facts) return facts;
  const bytes = new Map(held.map((file) => [file.sha256, file.bytes]));
  return describePackage({ name, files: manifestOf(held) }, async () => bytes);
}
