import "server-only";
import type { Context } from "@/lib/access/context";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { noSuchSkill } from "../drafts/read-draft";
import { getSkill } from "../get-skill";
import type { SkillDetail } from "../skill-schema";

/** Takes a skill out of the list. Agents that have it keep it; archiving twice is archiving once. */
export const archiveSkill = (context: Context, input: { skill: string }): Promise<SkillDetail> =>
  setArchived(context, input.skill, true);

/** Brings an archived skill back into the list. */
export const restoreSkill = (context: Context, input: { skill: string }): Promise<SkillDetail> =>
  setArchived(context, input.skill, false);

async function setArchived(context: Context, name: string, archived: boolean): Promise<SkillDetail> {
  await requireSkillPermission(context, { skill: name }, "library.edit");
  const workspaceId = context.workspace.id;
  await inSkillTransaction(context, { skill: name }, "library.edit", async (context) => {
    const skill = await context.db.skill.findUnique({
      where: { workspaceId_name: { workspaceId, name } },
      select: { id: true },
    });
    if (!skill) throw noSuchSkill(name);
    const { count } = await context.db.skill.updateMany({
      where: { id: skill.id, workspaceId, archivedAt: archived ? null : { not: null } },
      data: { archivedAt: archived ? context.now() : null, updatedAt: context.now() },
    });
    if (count === 0) return;
    await appendAudit(context, {
      action: archived ? "skill.archived" : "skill.restored",
      object: { type: "skill", id: skill.id, name },
    });
    await notify(context, { topic: "library", workspaceId });
  });
  return getSkill(context, { skill: name });
}
