import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { removeIdleMachine } from "../writes/add-machine";

/**
 * Ends a key, for good: its next request is refused. What it has started goes on, as its person's. One's own; others'
 * for those who manage keys. NOT_FOUND otherwise; a key that was revoked before stays so. With its last key a machine
 * leaves the workspace.
 */
export async function revokeKey(context: Context, { key }: { key: string }): Promise<void> {
  requirePermission(context, "keys.own");
  await inMembershipTransaction(context, "keys.own", async (context) => {
    const all = isAllowed(context, "keys.manage");
    const row = await context.db.apiKey.findFirst({
      where: { id: key, workspaceId: context.workspace.id, ...(all ? {} : { userId: context.actor.userId }) },
    });
    if (!row) throw new AppError("NOT_FOUND", "There is no such key.");
    const { count } = await context.db.apiKey.updateMany({
      where: { id: row.id, revokedAt: null },
      data: { revokedAt: context.now() },
    });
    if (count === 0) return;
    await appendAudit(context, {
      action: "key.revoked",
      object: { type: "key", id: row.id, name: row.name },
    });
    await removeIdleMachine(context, row.userId);
    // Every server forgets what it opened, and streams that it opened end.
    await notify(context, { topic: "members", workspaceId: context.workspace.id });
  });
}
