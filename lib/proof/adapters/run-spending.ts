import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { asOneStatement } from "@/lib/db/transaction";
import { type Work, workTables } from "../internal/work-tables";

/** `id`: of the trial or judgement that asks. */
export type Spending = { work: Work; id: string; suiteRunId: string; owner: string };

/** `wait`: what others have set aside may be all that is left; some time later there may be more. */
export type Reserved = "reserved" | "wait" | "cap" | "lost";

/**
 * Sets aside what one request may cost, where the run may spend as much still. The run's row is held first, then the
 * work's, in one statement: every request waits for it.
 */
export async function reserveStep(
  { db }: DatabaseContext,
  { work, id, suiteRunId, owner }: Spending,
  usd: number,
): Promise<Reserved> {
  const [run] = await asOneStatement(
    () => db.$queryRaw<{ isHeld: boolean; isReached: boolean; isReserved: boolean }[]>`
    WITH run AS (
      SELECT id, "spentUsd" + ${usd}::numeric > "capUsd" AS "isReached",
        "capUsd" IS NULL OR "spentUsd" + "reservedUsd" + ${usd}::numeric <= "capUsd" AS "hasRoom"
      FROM "SuiteRun" WHERE id = ${suiteRunId}::uuid AND state = 'running' FOR NO KEY UPDATE
    ), held AS (
      SELECT one.id, run."hasRoom" FROM run JOIN ${workTables[work]} one ON one."suiteRunId" = run.id
      WHERE one.id = ${id}::uuid AND one."leaseOwner" = ${owner} AND one.state = 'running' FOR NO KEY UPDATE OF one
    ), step AS (
      UPDATE ${workTables[work]} one SET "reservedUsd" = one."reservedUsd" + ${usd}::numeric
      FROM held WHERE one.id = held.id AND held."hasRoom" RETURNING one."suiteRunId"
    ), paid AS (
      UPDATE "SuiteRun" run SET "reservedUsd" = run."reservedUsd" + ${usd}::numeric
      FROM step WHERE run.id = step."suiteRunId" RETURNING run.id
    )
    SELECT coalesce(run."isReached", false) AS "isReached", EXISTS (SELECT FROM held) AS "isHeld",
      EXISTS (SELECT FROM paid) AS "isReserved"
    FROM run`,
  );
  if (!run?.isHeld) return "lost";
  if (run.isReserved) return "reserved";
  return run.isReached ? "cap" : "wait";
}

/** What a request did cost, in the place of what was set aside; nothing where a dead lease has settled it already. */
export async function settleStep(
  { db }: DatabaseContext,
  { work, id, suiteRunId, owner }: Spending,
  { reservedUsd, spentUsd }: { reservedUsd: number; spentUsd: number },
): Promise<void> {
  await asOneStatement(
    () => db.$executeRaw`
    WITH run AS (
      SELECT id FROM "SuiteRun" WHERE id = ${suiteRunId}::uuid FOR NO KEY UPDATE
    ), step AS (
      UPDATE ${workTables[work]} one SET "reservedUsd" = one."reservedUsd" - ${reservedUsd}::numeric
      FROM run
      WHERE one."suiteRunId" = run.id AND one.id = ${id}::uuid AND one."leaseOwner" = ${owner} AND one.state = 'running'
      RETURNING one."suiteRunId"
    )
    UPDATE "SuiteRun" run
    SET "reservedUsd" = run."reservedUsd" - ${reservedUsd}::numeric, "spentUsd" = run."spentUsd" + ${spentUsd}::numeric
    FROM step WHERE run.id = step."suiteRunId"`,
  );
}
