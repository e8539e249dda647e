import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { holdOperator, holdSignIn, requireOperator } from "@/lib/access/hold-admission";
import { inTransaction } from "@/lib/db/transaction";
import { appendAudit } from "../commands";
import { retainAudit } from "../internal/retain-audit";
import { type AuditRetention, auditRetentionSchema } from "../schema";

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
    context.db,
    async (tx) => {
      // Not FOR UPDATE: the first cut of years of rows keeps nobody from signing in meanwhile.
      const [before] = await tx.$queryRaw<{ auditDays: number | null }[]>`
        SELECT "auditDays" FROM "Instance" WHERE id = 'instance' FOR NO KEY UPDATE`;
      await holdSignIn(tx, context.actor);
      await holdOperator(tx, context.actor, act);
      const from = before?.auditDays ?? null;
      if (from !== days) {
        await tx.instance.update({ where: { id: "instance" }, data: { auditDays: days } });
        await appendAudit(
          tx,
          { ...context, workspace: null },
          {
            action: "audit.retention-set",
            object: { type: "installation", id: "instance", name: "" },
            detail: { from, to: days },
          },
        );
      }
      const removed = days === null ? 0 : await retainAudit(tx, context, { workspaceId: null, days });
      return { days, removed };
    },
    { timeoutMs },
  );
}
