import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { type CreateGroup, createGroupSchema, type MemberGroup } from "../group-schema";
import { getGroup } from "../groups";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { notifyGroups } from "../internal/notify-groups";
import { writeGroupMembers } from "../writes/write-group-members";

const mostGroups = 200;

/** Puts members under one name, to whom skills can be opened. CONFLICT for a name that another group has. */
export async function createGroup(context: Context, input: CreateGroup): Promise<MemberGroup> {
  requirePermission(context, "members.manage");
  const { members, ...group } = createGroupSchema.parse(input);
  // Members change one change at a time in a workspace: nobody takes the name, or leaves, in between.
  return inMembershipTransaction(context, "members.manage", async (context) => {
    const { db, actor, workspace, now } = context;
    const workspaceId = workspace.id;
    if ((await db.memberGroup.count({ where: { workspaceId } })) >= mostGroups)
      throw new AppError("UNPROCESSABLE", `A workspace has at most ${mostGroups} groups.`);
    await requireFreeName(context, group.name);
    const { id } = await db.memberGroup.create({
      data: { ...group, workspaceId, createdById: actor.userId, createdAt: now() },
    });
    await writeGroupMembers(context, id, members);
    const made = await getGroup(context, id);
    await appendAudit(context, {
      action: "group.created",
      object: { type: "group", id, name: made.name },
      detail: { limited: made.limited, members: made.members },
    });
    await notifyGroups(context);
    return made;
  });
}

/** CONFLICT for a name that another group has. */
export async function requireFreeName(
  { db, workspace }: Context,
  name: string,
  own: string | null = null,
): Promise<void> {
  const other = await db.memberGroup.findUnique({
    where: { workspaceId_name: { workspaceId: workspace.id, name } },
    select: { id: true },
  });
  if (other && other.id !== own)
    throw new AppError("CONFLICT", `There is a group “${name}” already.`, {
      details: { reason: "name-taken" },
    });
}
