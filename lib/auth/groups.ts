import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import type { MemberGroup, MemberGroupList } from "./group-schema";

/** Groups of members, by name. */
export async function listGroups(context: Context): Promise<MemberGroupList> {
  requirePermission(context, "members.read");
  return { items: await readGroups(context, {}) };
}

/** NOT_FOUND for one of elsewhere. */
export async function getGroup(context: Context, id: string): Promise<MemberGroup> {
  const [group] = await readGroups(context, { id });
  if (!group) throw new AppError("NOT_FOUND", "There is no such group here.");
  return group;
}

async function readGroups({ db, workspace }: Context, narrowed: { id?: string }): Promise<MemberGroup[]> {
  const rows = await db.memberGroup.findMany({
    where: { ...narrowed, workspaceId: workspace.id },
    select: {
      id: true,
      name: true,
      limited: true,
      revision: true,
      members: {
        select: { member: { select: { user: { select: { id: true, name: true } } } } },
        orderBy: { member: { user: { name: "asc" } } },
      },
    },
    orderBy: { name: "asc" },
  });
  return rows.map(({ members, ...group }) => ({
    ...group,
    members: members.map(({ member }) => member.user),
  }));
}
