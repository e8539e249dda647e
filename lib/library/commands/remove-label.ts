import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "../get-skill-id";
import { readLabelPolicy } from "../labels/label-policy";
import { type RemoveLabel, removeLabelSchema } from "../labels/label-schema";
import { noVersionWithLabel } from "../which-version/resolve-follow";
import { labelMoved, tellEverybody } from "../writes/move-label";

/**
 * Takes a label away: agents that follow it get nothing until it is back. CONFLICT when it has been moved since it
 * was seen; NOT_FOUND when no version has it.
 */
export async function removeLabel(
  context: Context,
  input: { skill: string; label: string } & RemoveLabel,
): Promise<void> {
  requirePermission(context, "labels.move");
  const { skill, label: name } = input;
  const { expectedVersion } = removeLabelSchema.parse(input);
  const workspaceId = context.workspace.id;
  await inPermittedTransaction(context, "labels.move", async (context) => {
    const skillId = await getSkillId(context, skill);
    const { protectedLabels } = await readLabelPolicy(context);
    if (protectedLabels.includes(name)) requirePermission(context, "labels.protected");
    const find = () =>
      context.db.label.findFirst({
        where: { skillId, workspaceId, name },
        select: { version: { select: { number: true, digest: true } } },
      });
    const found = await find();
    if (!found) throw new AppError("NOT_FOUND", noVersionWithLabel(name));
    const { count } = await context.db.label.deleteMany({
      where: { skillId, workspaceId, name, version: { number: expectedVersion } },
    });
    if (count === 0) throw labelMoved(name, (await find())?.version.number ?? null);
    await appendAudit(context, {
      action: "label.removed",
      object: { type: "skill", id: skillId, name: skill },
      digestBefore: found.version.digest,
      detail: { label: name, from: expectedVersion },
    });
    await tellEverybody(context);
  });
}
