import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { noSuchSkill } from "./drafts/read-draft";

/** The id of a skill by its name. NOT_FOUND in another workspace. */
export async function getSkillId(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  name: string,
): Promise<string> {
  const skill = await db.skill.findUnique({
    where: { workspaceId_name: { workspaceId, name } },
    select: { id: true },
  });
  if (!skill) throw noSuchSkill(name);
  return skill.id;
}
