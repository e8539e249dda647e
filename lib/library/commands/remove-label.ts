import "server-only";
import type { Context } from "@/lib/access/context";
import { holdAdmission } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { scopeOf } from "@/lib/access/scope";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "../get-draft";
import { readLabelPolicy } from "../label-policy";
import { type RemoveLabel, removeLabelSchema } from "../label-schema";
import { labelMoved, tellEverybody } from "../move-label";
import { noVersionWithLabel } from "../resolve-follow";

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
  await inTransaction(context.db, async (tx) => {
    const asNow = await holdAdmission(tx, context, "labels.move");
    const scope = scopeOf(context, tx);
    const skillId = await getSkillId(scope, skill);
    const { protectedLabels } = await readLabelPolicy(scope);
    if (protectedLabels.includes(name)) requirePermission(asNow, "labels.protected");
    const find = () =>
      tx.label.findFirst({
        where: { skillId, workspaceId, name },
        select: { version: { select: { number: true, digest: true } } },
      });
    const found = await find();
    if (!found) throw new AppError("NOT_FOUND", noVersionWithLabel(name));
    const { count } = await tx.label.deleteMany({
      where: { skillId, workspaceId, name, version: { number: expectedVersion } },
    });
    if (count === 0) throw labelMoved(name, (await find())?.version.number ?? null);
    await appendAudit(tx, context, {
      action: "label.removed",
      object: { type: "skill", id: skillId, name: skill },
      digestBefore: found.version.digest,
      detail: { label: name, from: expectedVersion },
    });
    await tellEverybody(tx, workspaceId);
  });
}
