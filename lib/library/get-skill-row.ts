import "server-only";
import type { Context } from "@/lib/access/context";
import { noSuchSkill } from "./drafts/read-draft";

export type SkillRow = { id: string; createdById: string };

/** A skill by its name, with whoever created it. NOT_FOUND in another workspace. */
export async function getSkillRow(context: Context, name: string): Promise<SkillRow> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const row = await db.skill.findUnique({
    where: { workspaceId_name: { workspaceId, name } },
    select: { id: true, createdById: true },
  });
  if (!row) throw noSuchSkill(name);
  return row;
}
