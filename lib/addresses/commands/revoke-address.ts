import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";

/**
 * Ends an address, for good: its next request gets nothing. What was fetched stays on the machines that have it.
 * NOT_FOUND for one of elsewhere; one that was revoked before stays so.
 */
export async function revokeAddress(context: Context, { address }: { address: string }): Promise<void> {
  requirePermission(context, "addresses.manage");
  await inPermittedTransaction(context, "addresses.manage", async (context) => {
    const scope = { id: address, workspaceId: context.workspace.id };
    const row = await context.db.deliveryAddress.findFirst({ where: scope, select: { name: true } });
    if (!row) throw new AppError("NOT_FOUND", "There is no such address.");
    const { count } = await context.db.deliveryAddress.updateMany({
      where: { ...scope, revokedAt: null },
      data: { revokedAt: context.now() },
    });
    if (count === 0) return;
    await appendAudit(context, {
      action: "delivery-address.revoked",
      object: { type: "delivery-address", id: address, name: row.name },
    });
    await notify(context, { topic: "agents", workspaceId: context.workspace.id });
  });
}
