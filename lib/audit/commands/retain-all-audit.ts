import "server-only";
import type { Db, Tx } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { newTraceId } from "@/lib/platform/crypto";
import { retainAudit } from "../internal/retain-audit";
import { instanceAuditDays } from "../schema";

const timeoutMs = 120_000;

/** Removes what each workspace, and the installation, no longer keep. The server's own doing: nobody asked for it today. */
export async function retainAllAudit(db: Db): Promise<number> {
  const workspaces = await db.workspace.findMany({
    where: { auditDays: { not: null } },
    select: { id: true },
  });
  const source = { actor: { userId: null, name: "Greenroom" }, traceId: newTraceId(), address: null };
  let removed = 0;
  for (const { id } of workspaces)
    removed += await inTransaction(
      db,
      async (tx) => {
        const days = await holdRetention(tx, id);
        return days === null ? 0 : retainAudit(tx, source, { workspaceId: id, days });
      },
      { timeoutMs },
    );
  const own = { workspaceId: null, days: instanceAuditDays };
  return removed + (await inTransaction(db, (tx) => retainAudit(tx, source, own), { timeoutMs }));
}

/** What is set now, until the transaction ends: rows that somebody has just said to keep do not come back. */
async function holdRetention(tx: Tx, workspaceId: string): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ auditDays: number | null }[]>`
    SELECT "auditDays" FROM "Workspace" WHERE id = ${workspaceId}::uuid FOR SHARE`;
  return row?.auditDays ?? null;
}
