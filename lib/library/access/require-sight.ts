import "server-only";
import type { Context } from "@/lib/access/context";
import { isInSight } from "@/lib/access/skill-sight";
import { noSuchSkill } from "../drafts/read-draft";

/** NOT_FOUND, as for a skill that is not here, where it is not open to the asker. Says nothing of one that is not here. */
export async function requireSight(context: Context, name: string): Promise<void> {
  const { db, workspace } = context;
  const skill = await db.skill.findUnique({
    where: { workspaceId_name: { workspaceId: workspace.id, name } },
    select: { id: true },
  });
  if (skill && !(await isInSight(context, skill.id))) throw noSuchSkill(name);
}
