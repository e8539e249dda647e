import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { getSkill } from "../get-skill";
import { orNameTaken } from "../name-taken";
import { type CreateSkill, createSkillSchema, type SkillDetail } from "../skill-schema";
import { filesOfTemplate } from "../skill-template";
import { createPackage } from "../writes/create-package";

/** A new skill, blank or from a template, as a draft. CONFLICT when the name is taken. */
export async function createSkill(context: Context, input: CreateSkill): Promise<SkillDetail> {
  requirePermission(context, "library.edit");
  const { name, template } = createSkillSchema.parse(input);
  const files = filesOfTemplate(template, name);
  await orNameTaken(context, name, () =>
    inPermittedTransaction(context, "library.edit", async (context) => {
      return createPackage(context, { name, files });
    }),
  );
  return getSkill(context, { skill: name });
}
