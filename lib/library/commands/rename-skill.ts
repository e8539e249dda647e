import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import type { Context } from "@/lib/auth/context";
import { holdSkillPermission, requireSkillPermission } from "@/lib/auth/skill-permission";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { foldName } from "@/lib/skills/fold-name";
import { storeBlobs } from "../blobs";
import { describePackage } from "../describe-package";
import { getSkill } from "../get-skill";
import { orNameTaken } from "../name-taken";
import { filesNamed } from "../named-files";
import { loaderOf, readDraft } from "../read-draft";
import { type RenameSkill, renameSkillSchema, type SkillDetail } from "../schema";
import { scopeOf } from "../scope";
import { replaceDraft } from "../write-draft";

/** Gives a skill another name and writes it into its draft. Versions keep the name they were published with. */
export async function renameSkill(
  context: Context,
  input: { skill: string } & RenameSkill,
): Promise<SkillDetail> {
  await requireSkillPermission(context, input, "library.edit");
  const { name } = renameSkillSchema.parse(input);
  await orNameTaken(context, name, () => rename(context, input.skill, name));
  return getSkill(context, { skill: name });
}

async function rename(context: Context, before: string, name: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await holdSkillPermission(tx, context, { skill: before }, "library.edit");
    const scope = scopeOf(context, tx);
    const draft = await readDraft(scope, before);
    const { files, written } = await filesNamed(name, draft.files, loaderOf(scope));
    await storeBlobs(tx, written);
    const description = await describePackage({ name, files }, loaderOf(scope));
    const { count } = await tx.skill.updateMany({
      where: { id: draft.skillId, workspaceId: scope.workspaceId, name: before },
      data: { name, nameKey: foldName(name), updatedAt: context.now() },
    });
    const mended =
      description.digest === draft.digest || (await replaceDraft(tx, context, draft, { description, files }));
    if (count === 0 || !mended) {
      throw new AppError("CONFLICT", `Somebody changed ${before} at the same moment. Try again.`);
    }
    await appendAudit(tx, context, {
      action: "skill.renamed",
      object: { type: "skill", id: draft.skillId, name },
      digestBefore: draft.digest,
      digestAfter: description.digest,
      detail: { before },
    });
  });
}
