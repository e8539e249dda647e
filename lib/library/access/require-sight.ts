import "server-only";
import type { Context } from "@/lib/access/context";
import { isInSight } from "@/lib/access/skill-sight";
import { noSuchSkill } from "../drafts/read-draft";

/** Whether the skill of this name is open to the asker; true where none is called so. */
export async function isNameInSight(context: Context, name: string): Promise<boolean> {
  const { db, workspace } = context;
  const skill = await db.skill.findUnique({
    where: { workspaceId_name: { workspaceId: workspace.id, name } },
    select: { id: true },
  });
  return skill === null || isInSight(context, skill.id);
}

/** NOT_FOUND, as for a skill that is not here, where it is not open to the asker. Says nothing of one that is not here. */
export async function requireSight(context: Context, name: string): Promise<void> {
  if (!(await isNameInSight(context, name))) throw noSuchSkill(name);
}
