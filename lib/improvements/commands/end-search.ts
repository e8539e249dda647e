import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { endEarly } from "@/lib/proof/commands/end-suite-run";
import type { ImprovementOutcome, ImprovementState } from "../improvement-options";

type Ending = {
  id: string;
  state: Exclude<ImprovementState, "running">;
  failure: string | null;
  outcome: ImprovementOutcome | null;
  /** Of the server that goes on with it; null for a person, who needs no lease. */
  owner: string | null;
};

/** Ends a search once, with the runs of it that go on; what is done stays. Answers whether it did. */
export async function endSearch(context: DatabaseContext, ending: Ending): Promise<boolean> {
  const { id, state, failure, outcome, owner } = ending;
  return inTransaction(context, async (context) => {
    const rows = await context.db.$queryRaw<{ workspaceId: string }[]>`
      UPDATE "Improvement" SET state = ${state}, failure = ${failure}, outcome = ${outcome},
        "leaseOwner" = NULL, "leaseUntil" = NULL, "endedAt" = clock_timestamp()
      WHERE id = ${id}::uuid AND state = 'running' AND (${owner}::text IS NULL OR "leaseOwner" = ${owner})
      RETURNING "workspaceId"`;
    const [row] = rows;
    if (!row) return false;
    const { workspaceId } = row;
    const runs = await context.db.suiteRun.findMany({
      where: { improvementId: id, workspaceId, state: { in: ["queued", "running"] } },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    for (const run of runs)
      await endEarly(context, {
        id: run.id,
        state: "stopped",
        failure: failure ?? "The search that it belongs to has ended.",
      });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
    return true;
  });
}
