import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import type { RuntimeCaches } from "../caches/cache-schema";
import { getCaches } from "../caches/get-caches";
import { clearPackageCaches } from "../caches/package-caches";

/** Empties the caches of this server now, and of all others as soon as they hear of it. Nothing is lost but time. */
export async function clearCaches(context: Context): Promise<RuntimeCaches> {
  requirePermission(context, "caches.manage");
  await inTransaction(context, async (context) => {
    await appendAudit(context, {
      action: "caches.cleared",
      object: { type: "workspace", id: context.workspace.id, name: context.workspace.name },
    });
    await notify(context, { topic: "clear-caches" });
  });
  clearPackageCaches();
  return getCaches(context);
}
