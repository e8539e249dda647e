import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { endEarly } from "@/lib/proof/commands/end-suite-run";

/** Of the run of a suite that a step starts: whichever server starts it, there is one. */
export const requestKeyOf = (step: { id: string }): string => `radar ${step.id}`;

/** Why a run of a suite ends before its time. */
export const stoppedWithIt = "Its radar run was stopped.";

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
    await noteUnnoted(context, { id, ...row });
    await db.radarStep.updateMany({
      where: { radarRunId: id, state: "waiting" },
      data: { state: "not-reached" },
    });
    const open = await db.radarStep.findMany({
      where: { radarRunId: id, state: "running" },
      select: { suiteRunId: true },
    });
    for (const { suiteRunId } of open)
      if (suiteRunId) await endEarly(context, { id: suiteRunId, state: "stopped", failure: stoppedWithIt });
    await notify(context, { topic: "proof", workspaceId: row.workspaceId, suiteRunId: id, ended: true });
    return true;
  });
}

/** Steps whose run a server started and did not live to write down: they go on, to be stopped and counted. */
async function noteUnnoted(
  { db }: DatabaseContext,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<void> {
  const waiting = await db.radarStep.findMany({ where: { radarRunId: id, workspaceId, state: "waiting" } });
  const runs = await db.suiteRun.findMany({
    where: {
      workspaceId,
      skillId: { in: waiting.map(({ skillId }) => skillId) },
      requestKey: { in: waiting.map(requestKeyOf) },
    },
    select: { id: true, skillId: true, requestKey: true, digest: true },
  });
  for (const step of waiting) {
    const run = runs.find((one) => one.requestKey === requestKeyOf(step) && one.skillId === step.skillId);
    if (!run) continue;
    const { digest } = run;
    await db.radarStep.updateMany({
      where: { id: step.id, state: "waiting" },
      data: {
        state: "running",
        suiteRunId: run.id,
        ...(digest === step.digest ? {} : { digest, againstRunId: null }),
      },
    });
  }
}
