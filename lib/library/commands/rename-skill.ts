import "server-only";
import type { Context } from "@/lib/access/context";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { foldName } from "@/lib/skills/fold-name";
import { describePackage, type PackageDescription } from "../describe-package";
import { type DraftRow, loaderOf, readDraft } from "../drafts/read-draft";
import { getSkill } from "../get-skill";
import { orNameTaken } from "../name-taken";
import { renamePackage } from "../rename-package";
import { requireWrittenHere } from "../require-written-here";
import { type RenameSkill, renameSkillSchema, type SkillDetail } from "../skill-schema";
import { recordAuthors } from "../writes/record-authors";
import { storeBlobs } from "../writes/store-blobs";
import { replaceDraft, writeWords } from "../writes/write-draft";

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
  await inSkillTransaction(context, { skill: before }, "library.edit", async (context) => {
    const draft = await readDraft(context, before);
    await requireWrittenHere(context, draft.skillId);
    const { files, written } = await renamePackage(name, draft.files, loaderOf(context));
    await storeBlobs(context, written);
    const description = await describePackage({ name, files }, loaderOf(context));
    const { count } = await context.db.skill.updateMany({
      where: { id: draft.skillId, workspaceId: context.workspace.id, name: before },
      data: { name, nameKey: foldName(name), folder: null, updatedAt: context.now() },
    });
    const mended =
      description.digest === draft.digest
        ? await keepBytes(context, draft, description)
        : await replaceDraft(context, draft, { description, files });
    if (count === 0 || !mended) {
      throw new AppError("CONFLICT", `Somebody changed ${before} at the same moment. Try again.`);
    }
    await notify(context, { topic: "library", workspaceId: context.workspace.id });
    await appendAudit(context, {
      action: "skill.renamed",
      object: { type: "skill", id: draft.skillId, name },
      digestBefore: draft.digest,
      digestAfter: description.digest,
      detail: { before },
    });
  });
}

/** Where SKILL.md says no name the bytes stay, and whoever chose the other name counts all the same. False: they did not. */
async function keepBytes(
  context: Context,
  { skillId, revision }: DraftRow,
  description: PackageDescription,
): Promise<boolean> {
  const held = await context.db.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "Draft"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid AND revision = ${revision}
    FOR NO KEY UPDATE`;
  if (held.length === 0) return false;
  await recordAuthors(context, skillId);
  await writeWords(context, skillId, description);
  return true;
}
