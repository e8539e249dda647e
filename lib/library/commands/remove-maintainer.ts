import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { getSkillRow } from "../get-skill-row";
import { getManagedSkill, listMaintainers } from "../maintainers/list-maintainers";
import type { MaintainerList } from "../maintainers/maintainer-schema";

/** Takes a co-maintainer off a skill; everybody may step down themselves. Who is none already stays none. */
export async function removeMaintainer(
  context: Context,
  input: { skill: string; person: string },
): Promise<MaintainerList> {
  requirePermission(context, "library.read");
  const workspaceId = context.workspace.id;
  const { userId, key } = context.actor;
  const stepsDown = input.person === userId && !key;
  await inTransaction(context, async (context) => {
    const get = stepsDown ? getSkillRow(context, input.skill) : getManagedSkill(context, input.skill);
    const { id: skillId } = await get;
    const { count } = await context.db.skillMaintainer.deleteMany({
      where: { skillId, workspaceId, userId: input.person },
    });
    if (count === 0) return;
    const person = await context.db.user.findUnique({
      where: { id: input.person },
      select: { id: true, name: true },
    });
    await appendAudit(context, {
      action: "maintainer.removed",
      object: { type: "skill", id: skillId, name: input.skill },
      detail: { person },
    });
    await notify(context, { topic: "library", workspaceId });
  });
  return listMaintainers(context, input);
}
