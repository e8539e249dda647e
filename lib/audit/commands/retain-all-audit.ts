import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { newTraceId } from "@/lib/platform/crypto";
import { retainAudit } from "../writes/retain-audit";

const timeoutMs = 120_000;

/** Removes what each workspace, and the installation, no longer keep. The server's own doing: nobody asked for it today. */
export async function retainAllAudit(context: DatabaseContext): Promise<number> {
  const workspaces = await context.db.workspace.findMany({
    where: { auditDays: { not: null } },
    select: { id: true },
  });
  const server = { actor: { userId: null, name: "Greenroom" }, traceId: newTraceId(), address: null };
  let removed = 0;
  for (const id of [...workspaces.map((workspace) => workspace.id), null])
    removed += await inTransaction(
      context,
      async (context) => {
        const days = await holdRetention(context, id);
        return days === null ? 0 : retainAudit({ ...context, ...server }, { workspaceId: id, days });
      },
      { timeoutMs },
    );
  return removed;
}

/** What is set now, until the transaction ends: rows that somebody has just said to keep do not come back. */
async function holdRetention({ db }: DatabaseContext, workspaceId: string | null): Promise<number | null> {
  const [row] =
    workspaceId === null
      ? await db.$queryRaw<{ auditDays: number | null }[]>`
          SELECT "auditDays" FROM "Instance" WHERE id = 'instance' FOR SHARE`
      : await db.$queryRaw<{ auditDays: number | null }[]>`
          SELECT "auditDays" FROM "Workspace" WHERE id = ${workspaceId}::uuid FOR SHARE`;
  return row?.auditDays ?? null;
}
