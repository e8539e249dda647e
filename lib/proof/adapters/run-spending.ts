import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { asOneStatement } from "@/lib/db/transaction";
import { type Work, workTables } from "../internal/work-tables";

/** `id`: of the trial or judgement that asks. */
export type Spending = { work: Work; id: string; suiteRunId: string; owner: string };

/** What was set aside for requests that were answered, and what they did cost, in US dollars. */
export type Settlement = { reservedUsd: number; spentUsd: number };
export const nothingDue: Settlement = { reservedUsd: 0, spentUsd: 0 };
export const isNothing = ({ reservedUsd, spentUsd }: Settlement): boolean =>
  reservedUsd === 0 && spentUsd === 0;

/** `wait`: what others have set aside may be all that is left; some time later there may be more. */
export type Reserved = "reserved" | "wait" | "cap" | "lost";

/**
 * Settles what is due of the work's earlier requests, unless the work is lost, and sets aside what one more may cost, where
 * the run may spend as much still. The run's row is held first, then the work's, in one statement: every request waits for it.
 */
export async function reserveStep(
  { db }: DatabaseContext,
  { work, id, suiteRunId, owner }: Spending,
  usd: number,
  due: Settlement = nothingDue,
): Promise<Reserved> {
  const [run] = await asOneStatement(
    () => db.$queryRaw<{ isHeld: boolean; isReached: boolean; isReserved: boolean }[]>`
    WITH run AS (
      SELECT id, "spentUsd" + ${due.spentUsd}::numeric + ${usd}::numeric > "capUsd" AS "isReached",
        "capUsd" IS NULL OR "spentUsd" + ${due.spentUsd}::numeric + "reservedUsd" - ${due.reservedUsd}::numeric
          + ${usd}::numeric <= "capUsd" AS "hasRoom"
      FROM "SuiteRun" WHERE id = ${suiteRunId}::uuid AND state = 'running' FOR NO KEY UPDATE
    ), held AS (
      SELECT one.id, run."hasRoom", CASE WHEN run."hasRoom" THEN ${usd}::numeric ELSE 0 END AS usd FROM run JOIN ${workTables[work]} one ON one."suiteRunId" = run.id
      WHERE one.id = ${id}::uuid AND one."leaseOwner" = ${owner} AND one.state = 'running' FOR NO KEY UPDATE OF one
    ), step AS (
      UPDATE ${workTables[work]} one SET "reservedUsd" = one."reservedUsd" - ${due.reservedUsd}::numeric + held.usd
      FROM held WHERE one.id = held.id AND (held."hasRoom" OR ${!isNothing(due)})
      RETURNING one."suiteRunId", held."hasRoom", held.usd
    ), paid AS (
      UPDATE "SuiteRun" run SET "reservedUsd" = run."reservedUsd" - ${due.reservedUsd}::numeric + step.usd,
        "spentUsd" = run."spentUsd" + ${due.spentUsd}::numeric
      FROM step WHERE run.id = step."suiteRunId" RETURNING step."hasRoom"
    )
    SELECT coalesce(run."isReached", false) AS "isReached", EXISTS (SELECT FROM held) AS "isHeld",
      EXISTS (SELECT FROM paid WHERE "hasRoom") AS "isReserved"
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
  { reservedUsd, spentUsd }: Settlement,
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
