import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";

type Ending = { id: string; state: "stopped" | "failed"; failure: string };

/** Ends a run before its time, unless it has ended; what is done stays. Answers whether it did. */
export async function endEarly(context: DatabaseContext, { id, state, failure }: Ending): Promise<boolean> {
  return inTransaction(context, async (context) => {
    const rows = await context.db.$queryRaw<{ workspaceId: string }[]>`
      UPDATE "SuiteRun" SET state = ${state}, failure = ${failure}, "endedAt" = clock_timestamp()
      WHERE id = ${id}::uuid AND state IN ('queued', 'running') RETURNING "workspaceId"`;
    for (const { workspaceId } of rows)
      await notify(context, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
    return rows.length > 0;
  });
}

/** Nothing of the run waits or goes on any more; `id` null: of any run. */
const isFinished = (id: string | null): Sql => sql`
  run.state IN ('queued', 'running') AND (${id}::uuid IS NULL OR run.id = ${id}::uuid)
  AND NOT EXISTS (
    SELECT FROM "Trial" trial WHERE trial."suiteRunId" = run.id AND trial.state IN ('queued', 'running'))
  AND NOT EXISTS (
    SELECT FROM "Judgement" pair WHERE pair."suiteRunId" = run.id AND pair.state IN ('queued', 'running'))`;

/**
 * Ends the runs whose trials and judgements have all ended: this one, or any when `id` is null. A statement of its own, after the last
 * trial's end is committed: of two servers that end the last two, the slower one sees both. Asked after each trial, it
 * mostly finds none, and takes no transaction for it.
 */
export async function endFinishedRuns(context: DatabaseContext, id: string | null = null): Promise<string[]> {
  const finished = await context.db.$queryRaw<
    { id: string }[]
  >`SELECT run.id FROM "SuiteRun" run WHERE ${isFinished(id)}`;
  if (finished.length === 0) return [];
  return inTransaction(context, async (context) => {
    const rows = await context.db.$queryRaw<{ id: string; workspaceId: string }[]>`
      UPDATE "SuiteRun" run SET state = 'done', "endedAt" = clock_timestamp() WHERE ${isFinished(id)}
      RETURNING run.id, run."workspaceId"`;
    for (const { id, workspaceId } of rows)
      await notify(context, { topic: "proof", workspaceId, suiteRunId: id, ended: true });
    return rows.map(({ id }) => id);
  });
}
