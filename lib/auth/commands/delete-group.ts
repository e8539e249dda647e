import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { getGroup } from "../groups";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { notifyGroups } from "../internal/notify-groups";

/** Deletes a group; its members stay in the workspace, and what was open to them by it is not any more. */
export async function deleteGroup(context: Context, input: { group: string }): Promise<void> {
  requirePermission(context, "members.manage");
  await inMembershipTransaction(context, "members.manage", async (context) => {
    const { id, name, members, limited } = await getGroup(context, input.group);
    const workspaceId = context.workspace.id;
    await context.db.memberGroup.deleteMany({ where: { id, workspaceId } });
    await appendAudit(context, {
      action: "group.deleted",
      object: { type: "group", id, name },
      detail: { limited, members },
    });
    await notifyGroups(context);
  });
}
