import "server-only";
import type { AuditSource } from "../commands";

/**
 * Calls the one function that may remove audit rows. It runs as the owner of the tables, refuses less than 30 days and
 * leaves a row that says how many it took. Answers that number. No workspace: the installation's own rows.
 */
export async function retainAudit(
  { db, actor, traceId, address }: Omit<AuditSource, "workspace">,
  { workspaceId, days }: { workspaceId: string | null; days: number },
): Promise<number> {
  const [row] = await db.$queryRaw<{ removed: number }[]>`
    SELECT greenroom_retain_audit(${workspaceId}::uuid, ${days}::integer, ${actor.userId}::uuid, ${actor.name},
      ${traceId}, ${address}) AS removed`;
  return row?.removed ?? 0;
}
