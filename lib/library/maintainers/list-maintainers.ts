import "server-only";
import type { Context } from "@/lib/access/context";
import { can, isAllowed, requirePermission } from "@/lib/access/permissions";
import { findPeople } from "@/lib/people/find-people";
import { getSkillRow, type SkillRow } from "../get-skill-row";
import type { MaintainerList } from "./maintainer-schema";

/** Who counts as an author of this skill besides those whose role says so; in the order they were added. */
export async function listMaintainers(
  context: Context,
  { skill }: { skill: string },
): Promise<MaintainerList> {
  requirePermission(context, "library.read");
  const row = await getSkillRow(context, skill);
  const rows = await context.db.skillMaintainer.findMany({
    where: { skillId: row.id, workspaceId: context.workspace.id },
    orderBy: [{ addedAt: "asc" }, { userId: "asc" }],
  });
  const ids = rows.flatMap(({ userId, addedById }) => [userId, addedById]);
  const personOf = await findPeople(context, ids);
  return {
    items: rows.map(({ userId, addedById, addedAt }) => ({
      person: personOf(userId),
      addedBy: personOf(addedById),
      addedAt: addedAt.toISOString(),
    })),
    mayManage: mayManage(context, row),
  };
}

/**
 * Admins; and whoever created the skill, while their role lets them edit skills: they hand on what they have
 * themselves, of what they began. No key does it.
 */
function mayManage(context: Context, { createdById }: SkillRow): boolean {
  if (isAllowed(context, "maintainers.manage")) return true;
  const { actor, workspace } = context;
  return !actor.key && createdById === actor.userId && can(workspace.role, "library.edit");
}

/** The skill whose maintainers the actor may choose. NOT_FOUND, or FORBIDDEN saying what would do. */
export async function getManagedSkill(context: Context, name: string): Promise<SkillRow> {
  const row = await getSkillRow(context, name);
  if (!mayManage(context, row)) requirePermission(context, "maintainers.manage");
  return row;
}
