import "server-only";
import type { Context } from "@/lib/access/context";
import { lifeState } from "@/lib/access/key-state";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { addressColumns, showAddressRow } from "../address-rows";
import { unsealToken } from "../address-secret";
import type { ShownAddress } from "../schema";

/**
 * An address with its secret, to be copied once more; who asked is in the audit trail. NOT_FOUND for one of elsewhere,
 * CONFLICT for one that opens nothing any more.
 */
export async function showAddress(context: Context, { address }: { address: string }): Promise<ShownAddress> {
  requirePermission(context, "addresses.manage");
  return inPermittedTransaction(context, "addresses.manage", async (context) => {
    const row = await context.db.deliveryAddress.findFirst({
      where: { id: address, workspaceId: context.workspace.id },
      select: { ...addressColumns, sealedToken: true },
    });
    if (!row) throw new AppError("NOT_FOUND", "There is no such address.");
    if (lifeState(row, context.now()) !== "active")
      throw new AppError("CONFLICT", "This address opens nothing any more. Make another one.");
    await appendAudit(context, {
      action: "delivery-address.shown",
      object: { type: "delivery-address", id: row.id, name: row.name },
    });
    return showAddressRow(context, row, unsealToken(row));
  });
}
