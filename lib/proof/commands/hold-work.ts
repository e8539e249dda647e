import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { leaseFromSql } from "@/lib/db/lease";
import { type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { type Work, workTables } from "../internal/work-tables";
import type { InvalidReason } from "../proof-options";
import type { Used } from "../trials/trial-meter";

/** Work, and whose it is: `owner` names one taking of it, so that who took it before has no part in it any more. */
type Held = { id: string; owner: string };

/** How long a server is believed alive after its last sign. */
export const leaseMs = 15_000;
/** Work in which so many servers ended is no fault of theirs. */
const mostAttempts = 3;

/**
 * Says that this server still works on this work. Answers which of them are still its own, in runs that go on. Any other
 * that it once took runs out and is put back: it may have been forgotten here.
 */
export async function renewWork(
  { db }: DatabaseContext,
  work: Work,
  held: readonly Held[],
): Promise<Set<string>> {
  if (held.length === 0) return new Set();
  const rows = await db.$queryRaw<{ id: string; goesOn: boolean }[]>`
    UPDATE ${workTables[work]} one SET "leaseUntil" = ${leaseFromSql(leaseMs)}
    FROM "SuiteRun" run,
      unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ owner }) => owner)}::text[]) AS own(id, owner)
    WHERE run.id = one."suiteRunId" AND one.id = own.id AND one."leaseOwner" = own.owner AND one.state = 'running'
    RETURNING one.id, run.state = 'running' AS "goesOn"`;
  return new Set(rows.filter(({ goesOn }) => goesOn).map(({ id }) => id));
}

/**
 * Puts back what dead servers had taken. What they had set aside counts as spent: their requests may have gone out. After
 * three servers it is invalid.
 */
export async function requeueDead(context: DatabaseContext, work: Work): Promise<number> {
  return inTransaction(context, async (context) => {
    const runs = await context.db.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT "suiteRunId" AS id FROM ${workTables[work]}
      WHERE state = 'running' AND "leaseUntil" < clock_timestamp()`;
    if (runs.length === 0) return 0;
    const ids = runs.map(({ id }) => id);
    await holdRuns(context, ids);
    const dead = await context.db.$queryRaw<{ id: string }[]>`
      SELECT id FROM ${workTables[work]}
      WHERE state = 'running' AND "leaseUntil" < clock_timestamp() AND "suiteRunId" = ANY(${ids}::uuid[])
      ORDER BY id FOR UPDATE SKIP LOCKED`;
    await putBack(context, work, dead, ["server-ended", "The server ended three times in it."]);
    return dead.length;
  });
}

/** The same for one that could not be carried out here. */
export async function requeueFailed(
  context: DatabaseContext,
  work: Work,
  { id, owner }: Held,
): Promise<void> {
  await inTransaction(context, async (context) => {
    const runs = await context.db.$queryRaw<{ id: string }[]>`
      SELECT "suiteRunId" AS id FROM ${workTables[work]} WHERE id = ${id}::uuid`;
    await holdRuns(
      context,
      runs.map((run) => run.id),
    );
    const held = await context.db.$queryRaw<{ id: string }[]>`
      SELECT id FROM ${workTables[work]} WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running' FOR UPDATE`;
    const words = "Something broke on our side three times. The server's log has the reason.";
    await putBack(context, work, held, ["internal-error", words]);
  });
}

/** The rows of runs are held before those of their work, as by every step that is paid for: no two wait for each other. */
const holdRuns = ({ db }: DatabaseContext, ids: readonly string[]): Promise<unknown> =>
  db.$queryRaw`SELECT id FROM "SuiteRun" WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

async function putBack(
  { db }: DatabaseContext,
  work: Work,
  locked: readonly { id: string }[],
  [reason, message]: readonly [InvalidReason, string],
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.$executeRaw`
    UPDATE "SuiteRun" run SET "reservedUsd" = "reservedUsd" - lost.usd, "spentUsd" = "spentUsd" + lost.usd
    FROM (SELECT "suiteRunId", sum("reservedUsd") AS usd FROM ${workTables[work]} WHERE id = ANY(${ids}::uuid[]) GROUP BY 1) lost
    WHERE run.id = lost."suiteRunId" AND lost.usd > 0`;
  await db.$executeRaw`
    UPDATE ${workTables[work]} SET "leaseOwner" = NULL, "leaseUntil" = NULL, "reservedUsd" = 0,
      state = CASE WHEN attempts < ${mostAttempts}::int THEN 'queued' ELSE 'invalid' END,
      outcome = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE 'invalid' END,
      reason = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE ${reason} END,
      message = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE ${message} END,
      "endedAt" = CASE WHEN attempts < ${mostAttempts}::int THEN NULL ELSE clock_timestamp() END
    WHERE id = ANY(${ids}::uuid[])`;
}

/** What an attempt that came to nothing had asked, on top of what others had. */
const alsoAsked = ({ asked, tokens, costUsd }: Used): Sql => sql`
  asked = asked + ${asked}::int, "inputTokens" = "inputTokens" + ${tokens.input}::int,
  "outputTokens" = "outputTokens" + ${tokens.output}::int, "cachedTokens" = "cachedTokens" + ${tokens.cached}::int,
  "costUsd" = CASE WHEN ${asked}::int = 0 THEN "costUsd" WHEN asked = 0 THEN ${costUsd}::numeric
    ELSE "costUsd" + ${costUsd}::numeric END`;

/** Gives back what was not carried out, as if it had not been taken. What it had asked until then is counted. */
export async function releaseWork(
  { db }: DatabaseContext,
  work: Work,
  { id, owner, used }: Held & { used: Used },
): Promise<void> {
  await db.$executeRaw`
    UPDATE ${workTables[work]} SET state = 'queued', attempts = greatest(attempts - 1, 0), "leaseOwner" = NULL, "leaseUntil" = NULL,
      ${alsoAsked(used)}
    WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
}

/** Counts what was asked in an attempt that broke on our side, while it is still this server's. */
export async function countBroken(
  { db }: DatabaseContext,
  work: Work,
  { id, owner, used }: Held & { used: Used },
): Promise<void> {
  await db.$executeRaw`
    UPDATE ${workTables[work]} SET ${alsoAsked(used)} WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
}
