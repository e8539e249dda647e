import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";

/**
 * Ends a host's key, for good: its next request is refused. What went by stays as the workspace keeps it. One's own;
 * others' for those who manage the gateway. NOT_FOUND otherwise; a key that was revoked before stays so.
 */
export async function revokeGatewayKey(context: Context, { key }: { key: string }): Promise<void> {
  requirePermission(context, "gateway.own");
  await inPermittedTransaction(context, "gateway.own", async (context) => {
    const all = isAllowed(context, "gateway.manage");
    const row = await context.db.gatewayKey.findFirst({
      where: { id: key, workspaceId: context.workspace.id, ...(all ? {} : { userId: context.actor.userId }) },
    });
    if (!row) throw new AppError("NOT_FOUND", "There is no such key for a host.");
    const { count } = await context.db.gatewayKey.updateMany({
      where: { id: row.id, revokedAt: null },
      data: { revokedAt: context.now() },
    });
    if (count === 0) return;
    await appendAudit(context, {
      action: "gateway-key.revoked",
      object: { type: "gateway-key", id: row.id, name: row.name },
    });
  });
}
