import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { revokeInvitations } from "../writes/revoke-invitations";

/**
 * Ends an invitation: its link opens nothing any more. CONFLICT (details.reason "accepted") when somebody was faster
 * and has joined with it; twice is once.
 */
export async function revokeInvitation(context: Context, input: { invitation: string }): Promise<void> {
  requirePermission(context, "members.manage");
  const workspaceId = context.workspace.id;
  await inMembershipTransaction(context, "members.manage", async (context) => {
    const row = await context.db.invitation.findFirst({ where: { id: input.invitation, workspaceId } });
    if (!row) throw new AppError("NOT_FOUND", "There is no such invitation.");
    if (row.acceptedAt !== null)
      throw new AppError("CONFLICT", "Somebody has joined with this link already.", {
        details: { reason: "accepted" },
      });
    const revoked = await revokeInvitations(context, { id: row.id, workspaceId });
    if (revoked === 0) return;
    await appendAudit(context, {
      action: "invitation.revoked",
      object: { type: "invitation", id: row.id, name: row.email ?? "by link" },
      detail: { role: row.role },
    });
    await notify(context, { topic: "members", workspaceId });
  });
}
