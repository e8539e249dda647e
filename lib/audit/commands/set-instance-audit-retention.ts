import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { holdOperator, holdSignIn, requireOperator } from "@/lib/access/hold-admission";
import { inTransaction } from "@/lib/db/transaction";
import { appendAudit } from "../commands";
import { type AuditRetention, auditRetentionSchema } from "../schema";
import { retainAudit } from "../writes/retain-audit";

const act = "sets how long its audit trail is kept";
/** A first cut of years of rows takes longer than a save. */
const timeoutMs = 120_000;

/** Says how long the installation's own rows are kept, and removes the older ones at once. Answers how many those were. */
export async function setInstanceAuditRetention(
  context: PersonContext,
  input: AuditRetention,
): Promise<AuditRetention & { removed: number }> {
  requireOperator(context.actor, act);
  const { days } = auditRetentionSchema.parse(input);
  return inTransaction(
    context,
    async (context) => {
      // Not FOR UPDATE: the first cut of years of rows keeps nobody from signing in meanwhile.
      const [before] = await context.db.$queryRaw<{ auditDays: number | null }[]>`
        SELECT "auditDays" FROM "Instance" WHERE id = 'instance' FOR NO KEY UPDATE`;
      await holdSignIn(context);
      await holdOperator(context, act);
      const from = before?.auditDays ?? null;
      if (from !== days) {
        await context.db.instance.update({ where: { id: "instance" }, data: { auditDays: days } });
        await appendAudit(
          { ...context, workspace: null },
          {
            action: "audit.retention-set",
            object: { type: "installation", id: "instance", name: "" },
            detail: { from, to: days },
          },
        );
      }
      const removed = days === null ? 0 : await retainAudit(context, { workspaceId: null, days });
      return { days, removed };
    },
    { timeoutMs },
  );
}
