import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isDialectId } from "@/lib/dialects/dialect-heads";
import { AppError } from "@/lib/kernel/app-error";

/** Gives a dialect its own words back. NOT_FOUND where it has them, also when somebody else was faster. */
export async function revertWording(context: Context, { dialect }: { dialect: string }): Promise<void> {
  requirePermission(context, "gateway.manage");
  await inPermittedTransaction(context, "gateway.manage", async (context) => {
    const workspaceId = context.workspace.id;
    const { count } = isDialectId(dialect)
      ? await context.db.dialectWording.deleteMany({ where: { workspaceId, dialect } })
      : { count: 0 };
    if (count === 0) throw new AppError("NOT_FOUND", "This dialect has its own words.");
    await appendAudit(context, {
      action: "dialect-wording.reverted",
      object: { type: "dialect-wording", id: dialect, name: dialect },
    });
    await notify(context, { topic: "agents", workspaceId });
  });
}
