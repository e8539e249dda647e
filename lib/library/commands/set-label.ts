import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { getSkillId } from "../get-skill-id";
import { type LabelList, type MoveLabel, moveLabelSchema } from "../labels/label-schema";
import { listLabels } from "../labels/list-labels";
import { moveLabel } from "../writes/move-label";

/** Lets a label stand for a version, as long as it is where the person saw it. Errors as for `moveLabel`. */
export async function setLabel(
  context: Context,
  input: { skill: string; label: string } & MoveLabel,
): Promise<LabelList> {
  requirePermission(context, "labels.move");
  const { skill, label } = input;
  const move = moveLabelSchema.parse(input);
  await inPermittedTransaction(context, null, async (context) => {
    const skillId = await getSkillId(context, skill);
    await moveLabel(context, { skillId, skill, label, ...move });
  });
  return listLabels(context, { skill });
}
