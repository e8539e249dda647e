import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { getImportSummary, noSuchImport } from "../get-import";
import type { ImportSummary } from "../import-schema";

/** Ends an import. A skill that is just being stored is stored whole; the others are left out. CONFLICT when it has ended. */
export async function cancelImport(context: Context, { id }: { id: string }): Promise<ImportSummary> {
  requirePermission(context, "library.edit");
  const workspaceId = context.workspace.id;
  await inTransaction(context, async (context) => {
    const { count } = await context.db.import.updateMany({
      where: { id, workspaceId, state: { in: ["reading", "ready", "storing", "interrupted"] } },
      data: { state: "cancelled", leaseUntil: null, finishedAt: context.now(), error: null },
    });
    if (count === 0) {
      const exists = await context.db.import.count({ where: { id, workspaceId } });
      if (exists === 0) throw noSuchImport();
      throw new AppError("CONFLICT", "This import has ended already.");
    }
    await context.db.importItem.updateMany({
      where: { importId: id, workspaceId, state: { in: ["waiting", "found"] } },
      data: { state: "skipped", message: "Cancelled." },
    });
    await appendAudit(context, { action: "import.cancelled", object: { type: "import", id } });
    await notify(context, { topic: "import", importId: id });
  });
  return getImportSummary(context, id);
}
