import "server-only";
import type { Context } from "@/lib/access/context";
import { holdAdmission } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { inTransaction } from "@/lib/db/transaction";
import { appendAudit } from "../commands";
import { type AuditRetention, auditRetentionSchema } from "../schema";
import { retainAudit } from "../writes/retain-audit";

/** A first cut of years of rows takes longer than a save. */
const timeoutMs = 120_000;

/** Says how long audit rows are kept, and removes the older ones at once. Answers how many those were. */
export async function setAuditRetention(
  context: Context,
  input: AuditRetention,
): Promise<AuditRetention & { removed: number }> {
  requirePermission(context, "audit.retain");
  const { days } = auditRetentionSchema.parse(input);
  const { id } = context.workspace;
  return inTransaction(
    context,
    async (context) => {
      // Not FOR UPDATE: the first cut of years of rows keeps nobody from saving meanwhile.
      const [before] = await context.db.$queryRaw<{ auditDays: number | null }[]>`
        SELECT "auditDays" FROM "Workspace" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const from = before?.auditDays ?? null;
      return keepFor(await holdAdmission(context, "audit.retain"), from, days);
    },
    { timeoutMs },
  );
}

async function keepFor(context: Context, from: number | null, days: number | null) {
  const { id, name } = context.workspace;
  if (from !== days) {
    await context.db.workspace.update({ where: { id }, data: { auditDays: days } });
    await appendAudit(context, {
      action: "audit.retention-set",
      object: { type: "workspace", id, name },
      detail: { from, to: days },
    });
  }
  return {
    days,
    removed: days === null ? 0 : await retainAudit(context, { workspaceId: id, days }),
  };
}
