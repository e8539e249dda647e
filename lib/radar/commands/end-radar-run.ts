import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { endEarly } from "@/lib/proof/commands/end-suite-run";

type Ending = { id: string; state: "done" | "stopped"; failure: string | null };

/**
 * Ends a radar run, unless it has ended: what waits is not reached, what goes on in it is stopped. What it came to is
 * written later, when its last trials are given back. Answers whether it was this call that did.
 */
export async function endRadarRun(
  context: DatabaseContext,
  { id, state, failure }: Ending,
): Promise<boolean> {
  return inTransaction(context, async (context) => {
    const { db } = context;
    const rows = await db.$queryRaw<{ workspaceId: string }[]>`
      UPDATE "RadarRun" SET state = ${state}, failure = ${failure}, "endedAt" = clock_timestamp()
      WHERE id = ${id}::uuid AND state = 'running' RETURNING "workspaceId"`;
    const [row] = rows;
    if (!row) return false;
    await db.radarStep.updateMany({
      where: { radarRunId: id, state: "waiting" },
      data: { state: "not-reached" },
    });
    const open = await db.radarStep.findMany({
      where: { radarRunId: id, state: "running" },
      select: { suiteRunId: true },
    });
    for (const { suiteRunId } of open)
      if (suiteRunId)
        await endEarly(context, { id: suiteRunId, state: "stopped", failure: "Its radar run was stopped." });
    await notify(context, { topic: "proof", workspaceId: row.workspaceId, suiteRunId: id, ended: true });
    return true;
  });
}
