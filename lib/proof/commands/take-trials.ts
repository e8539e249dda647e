import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import type { InvalidReason } from "../proof-options";
import type { Used } from "../trial-meter";

/** How long a server is believed alive after its last sign. */
export const leaseMs = 15_000;
/** A trial in which so many servers ended is no fault of theirs. */
const mostAttempts = 3;

export type TakenTrial = {
  id: string;
  suiteRunId: string;
  workspaceId: string;
  dialect: string;
  arm: string;
  leftOut: string | null;
  caseId: string;
  repeat: number;
};

export type WaitingModel = { workspaceId: string; modelId: string };

/** Which models have something to do, in which workspaces. */
export const listWaitingModels = ({ db }: DatabaseContext): Promise<WaitingModel[]> =>
  db.suiteRun.findMany({
    where: { state: { in: ["queued", "running"] } },
    distinct: ["workspaceId", "modelId"],
    select: { workspaceId: true, modelId: true },
    orderBy: { id: "asc" },
  });

export type Taking = WaitingModel & { owner: string; most: number };

/**
 * Takes the next trials of a model for one server, those of runs that are least far first; no two servers take the same.
 * Their runs go on from then. Of each run its first are looked up, however many wait.
 */
export async function takeTrials(context: DatabaseContext, taking: Taking): Promise<TakenTrial[]> {
  const { workspaceId, modelId, owner, most } = taking;
  return inTransaction(context, async ({ db }) => {
    const taken = await db.$queryRaw<TakenTrial[]>`
      WITH next AS (
        SELECT ahead.id FROM "SuiteRun" run CROSS JOIN LATERAL (
          SELECT trial.id, trial.position FROM "Trial" trial
          WHERE trial."suiteRunId" = run.id AND trial.state = 'queued'
          ORDER BY trial.position LIMIT ${most}::int
          FOR UPDATE SKIP LOCKED
        ) ahead
        WHERE run."workspaceId" = ${workspaceId}::uuid AND run."modelId" = ${modelId}
          AND run.state IN ('queued', 'running')
        ORDER BY ahead.position, run.id LIMIT ${most}::int
      )
      UPDATE "Trial" trial SET state = 'running', "leaseOwner" = ${owner}, attempts = attempts + 1,
        "leaseUntil" = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      FROM next WHERE trial.id = next.id
      RETURNING trial.id, trial."suiteRunId", trial."workspaceId", trial.dialect, trial.arm,
        trial."leftOut", trial."caseId", trial.repeat`;
    const runs = [...new Set(taken.map(({ suiteRunId }) => suiteRunId))];
    if (runs.length > 0)
      await db.suiteRun.updateMany({
        where: { id: { in: runs }, state: "queued" },
        data: { state: "running" },
      });
    return taken;
  });
}

/**
 * Says that this server still works on these trials. Answers which of them are still its own, in runs that go on. Any other
 * that it once took runs out and is put back: it may have been forgotten here.
 */
export async function renewTrials(
  { db }: DatabaseContext,
  { owner, ids }: { owner: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.$queryRaw<{ id: string; goesOn: boolean }[]>`
    UPDATE "Trial" trial SET "leaseUntil" = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    FROM "SuiteRun" run
    WHERE run.id = trial."suiteRunId" AND trial.id = ANY(${[...ids]}::uuid[]) AND trial."leaseOwner" = ${owner}
      AND trial.state = 'running'
    RETURNING trial.id, run.state = 'running' AS "goesOn"`;
  return new Set(rows.filter(({ goesOn }) => goesOn).map(({ id }) => id));
}

/**
 * Puts back what dead servers had taken. What they had set aside counts as spent: their requests may have gone out. After
 * three servers a trial is invalid.
 */
export async function requeueDeadTrials(context: DatabaseContext): Promise<number> {
  return inTransaction(context, async (context) => {
    const dead = await context.db.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Trial" WHERE state = 'running' AND "leaseUntil" < clock_timestamp()
      ORDER BY id FOR UPDATE SKIP LOCKED`;
    await putBack(context, dead, "server-ended", "The server ended three times in it.");
    return dead.length;
  });
}

/** The same for one that could not be carried out here. */
export async function requeueFailedTrial(context: DatabaseContext, { id, owner }: Held): Promise<void> {
  await inTransaction(context, async (context) => {
    const held = await context.db.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Trial" WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running' FOR UPDATE`;
    const words = "Something broke on our side three times. The server's log has the reason.";
    await putBack(context, held, "internal-error", words);
  });
}

async function putBack(
  { db }: DatabaseContext,
  locked: readonly { id: string }[],
  reason: InvalidReason,
  message: string,
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.$executeRaw`
    UPDATE "SuiteRun" run SET "reservedUsd" = "reservedUsd" - lost.usd, "spentUsd" = "spentUsd" + lost.usd
    FROM (SELECT "suiteRunId", sum("reservedUsd") AS usd FROM "Trial" WHERE id = ANY(${ids}::uuid[]) GROUP BY 1) lost
    WHERE run.id = lost."suiteRunId" AND lost.usd > 0`;
  await db.$executeRaw`
    UPDATE "Trial" SET "leaseOwner" = NULL, "leaseUntil" = NULL, "reservedUsd" = 0,
      state = CASE WHEN attempts < ${mostAttempts}::int THEN 'queued' ELSE 'invalid' END,
      outcome = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE 'invalid' END,
      reason = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE ${reason} END,
      message = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE ${message} END,
      "endedAt" = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE clock_timestamp() END
    WHERE id = ANY(${ids}::uuid[])`;
}

type Held = { id: string; owner: string };

/** What an attempt that came to nothing had asked, on top of what others had. */
const alsoAsked = ({ asked, tokens, costUsd }: Used): Sql => sql`
  asked = asked + ${asked}::int, "inputTokens" = "inputTokens" + ${tokens.input}::int,
  "outputTokens" = "outputTokens" + ${tokens.output}::int, "cachedTokens" = "cachedTokens" + ${tokens.cached}::int,
  "costUsd" = CASE WHEN ${asked}::int = 0 THEN "costUsd" WHEN asked = 0 THEN ${costUsd}::numeric
    ELSE "costUsd" + ${costUsd}::numeric END`;

/** Gives a trial back that was not carried out, as if it had not been taken. What it had asked until then is counted. */
export async function releaseTrial(
  { db }: DatabaseContext,
  { id, owner, used }: Held & { used: Used },
): Promise<void> {
  await db.$executeRaw`
    UPDATE "Trial" SET state = 'queued', attempts = greatest(attempts - 1, 0), "leaseOwner" = NULL, "leaseUntil" = NULL,
      ${alsoAsked(used)}
    WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
}

/** Counts what was asked in an attempt that broke on our side, while the trial is still this server's. */
export async function countBroken(
  { db }: DatabaseContext,
  { id, owner, used }: Held & { used: Used },
): Promise<void> {
  await db.$executeRaw`
    UPDATE "Trial" SET ${alsoAsked(used)} WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
}
