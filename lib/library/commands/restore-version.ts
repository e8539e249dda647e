import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { holdSkillPermission, requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { findPerson } from "@/lib/people/find-people";
import { describePackage } from "../describe-package";
import { draftMoved } from "../drafts/draft-moved";
import type { Draft } from "../drafts/draft-schema";
import { getDraft } from "../drafts/get-draft";
import { type DraftRow, loaderOf, readDraft } from "../drafts/read-draft";
import { type RestoreVersion, restoreVersionSchema } from "../labels/label-schema";
import { listPackageFiles } from "../read-packages";
import { renamePackage } from "../rename-package";
import { storeBlobs } from "../writes/store-blobs";
import { replaceDraft } from "../writes/write-draft";

/**
 * Puts the files of a version in the place of the draft's, and lets the draft start from it. A skill that was
 * renamed since keeps its name. CONFLICT when the draft is no longer at `baseRevision`: nothing is lost then.
 */
export async function restoreVersion(
  context: Context,
  input: { skill: string; number: number } & RestoreVersion,
): Promise<Draft> {
  await requireSkillPermission(context, input, "library.edit");
  const { baseRevision } = restoreVersionSchema.parse(input);
  await inTransaction(context, async (context) => {
    const draft = await readDraft(context, input.skill);
    const held = await holdSkillPermission(context, { skillId: draft.skillId }, "library.edit");
    await restore(held, draft, { number: input.number, baseRevision });
  });
  return getDraft(context, { skill: input.skill });
}

async function restore(
  context: Context,
  draft: DraftRow,
  { number, baseRevision }: { number: number } & RestoreVersion,
): Promise<void> {
  const { skillId, name } = draft;
  const workspaceId = context.workspace.id;
  const version = await context.db.version.findFirst({
    where: { skillId, workspaceId, number },
    select: { id: true, digest: true },
  });
  if (!version) throw new AppError("NOT_FOUND", `${name} has no version ${number}.`);
  if (draft.revision !== baseRevision) throw await savedSince(context, draft);
  const stored = await listPackageFiles(context, { versionId: version.id });
  const { files, written } = await renamePackage(name, stored, loaderOf(context));
  await storeBlobs(context, written);
  const held = new Map(written.map((file) => [file.sha256, file.bytes]));
  const description = await describePackage({ name, files }, loaderOf(context, held));
  // A revision of its own even where no byte differs: the draft starts from elsewhere now.
  if (!(await replaceDraft(context, draft, { description, files })))
    throw await savedSince(context, await readDraft(context, name));
  await context.db.draft.update({ where: { skillId, workspaceId }, data: { baseVersion: number } });
  await appendAudit(context, {
    action: "draft.restored",
    object: { type: "skill", id: skillId, name },
    digestBefore: draft.digest,
    digestAfter: description.digest,
    detail: { version: number, revision: draft.revision + 1 },
  });
}

async function savedSince(context: WorkspaceContext, { revision, digest, updatedAt, updatedById }: DraftRow) {
  return draftMoved("restore it", {
    revision,
    digest,
    updatedAt: updatedAt.toISOString(),
    updatedBy: await findPerson(context, updatedById),
  });
}
