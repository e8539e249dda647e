import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { type Work, workTables } from "../internal/work-tables";

/** `id`: of the trial or judgement that asks. */
export type Spending = { work: Work; id: string; suiteRunId: string; owner: string };

/** `wait`: what others have set aside may be all that is left; some time later there may be more. */
export type Reserved = "reserved" | "wait" | "cap" | "lost";

/** The work is no longer this server's, or its run has ended. */
class NotHeldError extends Error {
  override readonly name = "NotHeldError";
}

/** Sets aside what one request may cost, where the run may spend as much still. Always the run's row first. */
export async function reserveStep(
  context: DatabaseContext,
  { work, id, suiteRunId, owner }: Spending,
  usd: number,
): Promise<Reserved> {
  try {
    return await inTransaction(context, async ({ db }) => {
      const done = await db.$executeRaw`
        UPDATE "SuiteRun" SET "reservedUsd" = "reservedUsd" + ${usd}::numeric
        WHERE id = ${suiteRunId}::uuid AND state = 'running'
          AND ("capUsd" IS NULL OR "spentUsd" + "reservedUsd" + ${usd}::numeric <= "capUsd")`;
      if (done === 0) {
        const [run] = await db.$queryRaw<{ isReached: boolean }[]>`
          SELECT "spentUsd" + ${usd}::numeric > "capUsd" AS "isReached" FROM "SuiteRun"
          WHERE id = ${suiteRunId}::uuid AND state = 'running'`;
        if (!run) return "lost";
        return run.isReached ? "cap" : "wait";
      }
      const held = await db.$executeRaw`
        UPDATE ${workTables[work]} SET "reservedUsd" = "reservedUsd" + ${usd}::numeric
        WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
      if (held === 0) throw new NotHeldError();
      return "reserved";
    });
  } catch (error) {
    if (error instanceof NotHeldError) return "lost";
    throw error;
  }
}

/** What a request did cost, in the place of what was set aside; nothing where a dead lease has settled it already. */
export async function settleStep(
  context: DatabaseContext,
  { work, id, suiteRunId, owner }: Spending,
  { reservedUsd, spentUsd }: { reservedUsd: number; spentUsd: number },
): Promise<void> {
  await inTransaction(context, async ({ db }) => {
    const done = await db.$executeRaw`
      UPDATE "SuiteRun" run
      SET "reservedUsd" = run."reservedUsd" - ${reservedUsd}::numeric, "spentUsd" = run."spentUsd" + ${spentUsd}::numeric
      FROM ${workTables[work]} one
      WHERE run.id = ${suiteRunId}::uuid AND one.id = ${id}::uuid
        AND one."leaseOwner" = ${owner} AND one.state = 'running'`;
    if (done === 0) return;
    const held = await db.$executeRaw`
      UPDATE ${workTables[work]} SET "reservedUsd" = "reservedUsd" - ${reservedUsd}::numeric
      WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
    if (held === 0) throw new NotHeldError();
  }).catch((error: unknown) => {
    if (!(error instanceof NotHeldError)) throw error;
  });
}
