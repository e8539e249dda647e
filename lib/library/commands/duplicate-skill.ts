import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { readAccess } from "../access/get-skill-access";
import { describePackage } from "../describe-package";
import { readEveryAuthor } from "../drafts/draft-authors";
import { loaderOf, readDraft } from "../drafts/read-draft";
import { getSkill } from "../get-skill";
import { orNameTaken } from "../name-taken";
import { renamePackage } from "../rename-package";
import { type DuplicateSkill, duplicateSkillSchema, type SkillDetail } from "../skill-schema";
import { keepBlobs, storeBlobs } from "../writes/store-blobs";
import { insertSkill } from "../writes/write-draft";

/** Copies a draft into a new skill under another name; versions and assignments stay with the first. */
export async function duplicateSkill(
  context: Context,
  input: { skill: string } & DuplicateSkill,
): Promise<SkillDetail> {
  requirePermission(context, "library.edit");
  const { name } = duplicateSkillSchema.parse(input);
  await orNameTaken(context, name, () =>
    inPermittedTransaction(context, "library.edit", async (context) => {
      await keepBlobs(context);

      const draft = await readDraft(context, input.skill);
      const { files, written } = await renamePackage(name, draft.files, loaderOf(context));
      await storeBlobs(context, written);
      const description = await describePackage({ name, files }, loaderOf(context));
      const writers = await readEveryAuthor(context, draft.skillId);
      const skillId = await insertSkill(context, { name, description, files, writers });
      const { access, accessRevision } = await readAccess(context, input.skill);
      // A copy of what is open to few is open to no more.
      if (accessRevision > 0)
        await context.db.skill.updateMany({
          where: { id: skillId, workspaceId: context.workspace.id },
          data: { access, accessRevision: 1 },
        });
      await appendAudit(context, {
        action: "skill.duplicated",
        object: { type: "skill", id: skillId, name },
        digestBefore: draft.digest,
        digestAfter: description.digest,
        detail: { from: draft.name },
      });
    }),
  );
  return getSkill(context, { skill: name });
}
