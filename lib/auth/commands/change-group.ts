import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { type ChangeGroup, changeGroupSchema, type MemberGroup } from "../group-schema";
import { getGroup } from "../groups";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { notifyGroups } from "../internal/notify-groups";
import { writeGroupMembers } from "../writes/write-group-members";
import { requireFreeName } from "./create-group";

/** Renames a group, limits it, or says who is in it. NOT_FOUND for one of elsewhere, CONFLICT where somebody was first. */
export async function changeGroup(
  context: Context,
  input: { group: string } & ChangeGroup,
): Promise<MemberGroup> {
  requirePermission(context, "members.manage");
  const { baseRevision, members, ...fields } = changeGroupSchema.parse(input);
  return inMembershipTransaction(context, "members.manage", async (context) => {
    const before = await getGroup(context, input.group);
    if (before.revision !== baseRevision)
      throw new AppError(
        "CONFLICT",
        `Somebody changed ${before.name} meanwhile. Look at it again, then change it.`,
        {
          details: { reason: "group-changed", revision: before.revision },
        },
      );
    const { id } = before;
    const workspaceId = context.workspace.id;
    const { name = before.name, limited = before.limited } = fields;
    await requireFreeName(context, name, id);
    await context.db.memberGroup.updateMany({
      where: { id, workspaceId },
      data: { name, limited, revision: { increment: 1 } },
    });
    if (members) await writeGroupMembers(context, id, members);
    const after = await getGroup(context, id);
    await appendAudit(context, {
      action: "group.changed",
      object: { type: "group", id, name },
      detail: { before: toDetail(before), after: toDetail(after) },
    });
    await notifyGroups(context);
    return after;
  });
}

const toDetail = ({ name, limited, members }: MemberGroup) => ({ name, limited, members });
