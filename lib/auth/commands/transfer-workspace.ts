import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { getLockedMember, inMembershipTransaction } from "../internal/membership-transaction";
import { requireFitToOwn } from "../internal/require-another-owner";
import { type TransferWorkspace, transferWorkspaceSchema } from "../member-schema";
import { requireTypedName } from "../require-typed-name";
import { revokeInvitationsOf } from "../writes/revoke-invitations";

/**
 * Hands the workspace over: the other becomes an owner and the actor an admin, both or neither. UNPROCESSABLE when
 * the workspace's name is not typed, for oneself and for a machine.
 */
export async function transferWorkspace(context: Context, input: TransferWorkspace): Promise<void> {
  requirePermission(context, "workspace.transfer");
  const { to, confirmName } = transferWorkspaceSchema.parse(input);
  requireTypedName(context, confirmName, "hand it over");
  const workspaceId = context.workspace.id;
  const { userId } = context.actor;
  if (to === userId) throw new AppError("UNPROCESSABLE", "The workspace is yours already.");
  await inMembershipTransaction(context, "workspace.transfer", async (context) => {
    const heir = await getLockedMember(context, to);
    requireFitToOwn(heir);
    await context.db.member.update({
      where: { workspaceId_userId: { workspaceId, userId: to } },
      data: { role: "owner" },
    });
    await context.db.member.update({
      where: { workspaceId_userId: { workspaceId, userId } },
      data: { role: "admin" },
    });
    await revokeInvitationsOf(context, userId, "admin");
    await appendAudit(context, {
      action: "workspace.transferred",
      object: { type: "workspace", id: workspaceId, name: context.workspace.name },
      detail: {
        from: { id: userId, name: context.actor.name },
        to: { id: to, name: heir.name, before: heir.role },
      },
    });
    await notify(context, { topic: "members", workspaceId });
  });
}
