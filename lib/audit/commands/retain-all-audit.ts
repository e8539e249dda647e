import "server-only";
import type { Db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { newTraceId } from "@/lib/platform/crypto";
import { retainAudit } from "../internal/retain-audit";

const timeoutMs = 120_000;

/** Removes what each workspace no longer keeps. The server's own doing: nobody asked for it today. */
export async function retainAllAudit(db: Db): Promise<number> {
  const workspaces = await db.workspace.findMany({
    where: { auditDays: { not: null } },
    select: { id: true, auditDays: true },
  });
  const source = { actor: { userId: null, name: "Greenroom" }, traceId: newTraceId(), address: null };
  let removed = 0;
  for (const { id, auditDays } of workspaces)
    if (auditDays !== null)
      removed += await inTransaction(
        db,
        (tx) => retainAudit(tx, source, { workspaceId: id, days: auditDays }),
        { timeoutMs },
      );
  return removed;
}
