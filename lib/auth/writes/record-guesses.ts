import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { retention } from "@/lib/kernel/retention";
import type { GuessLimit } from "../guess-limits";

/** How often was counted in this window, and how long nothing more is counted. */
type Standing = { count: number; waitMs: number };

/**
 * Counts one more under a key: one statement, so of guesses at once, in whichever server, each finds the count of those
 * before it. Nothing is counted while a wait lasts; a window that was used up begins anew after its wait.
 */
export async function countGuess(
  { db }: DatabaseContext,
  key: string,
  { most, windowMs, waitMs, longestWaitMs }: GuessLimit,
  now: Date,
): Promise<Standing> {
  const windowBegan = new Date(now.getTime() - windowMs);
  const remembered = new Date(now.getTime() - retention.guessMs);
  const rows = await db.$queryRaw<Row[]>`
    INSERT INTO "GuessCount" AS g (key, count, since, waits, until)
    VALUES (${key}, 1, ${now}::timestamptz, 0, ${now}::timestamptz)
    ON CONFLICT (key) DO UPDATE SET (count, since, waits, until) = (
      SELECT
        CASE WHEN waiting THEN g.count WHEN window_over THEN 1 ELSE g.count + 1 END,
        CASE WHEN window_over AND NOT waiting THEN ${now}::timestamptz ELSE g.since END,
        CASE WHEN waiting THEN g.waits WHEN window_over AND g.until < ${remembered}::timestamptz THEN 0
          WHEN window_over OR NOT used_up THEN g.waits ELSE g.waits + 1 END,
        CASE WHEN waiting OR window_over OR NOT used_up THEN g.until
          ELSE ${now}::timestamptz + interval '1 millisecond'
            * LEAST(${waitMs}::float8 * power(2, LEAST(g.waits, 20)), ${longestWaitMs}::float8) END
      FROM (SELECT g.until > ${now}::timestamptz AS waiting, g.count >= ${most}::integer AS used_up,
        (g.since <= ${windowBegan}::timestamptz OR g.until > g.since) AS window_over) AS at
    )
    RETURNING count, until`;
  return standingOf(rows[0], now);
}

/** As `countGuess` answers, without counting. */
export async function waitOf({ db }: DatabaseContext, key: string, now: Date): Promise<Standing> {
  return standingOf(await db.guessCount.findUnique({ where: { key } }), now);
}

type Row = { count: number; until: Date };
const standingOf = (row: Row | null | undefined, now: Date): Standing => ({
  count: row?.count ?? 0,
  waitMs: Math.max(0, (row?.until.getTime() ?? 0) - now.getTime()),
});

/** The last one under each was no guess. Those before it still count. */
export async function uncountGuesses({ db }: DatabaseContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.guessCount.updateMany({
    where: { key: { in: [...keys] }, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  });
}

/** Who was right has nothing to wait for. */
export async function forgetGuesses({ db }: DatabaseContext, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.guessCount.deleteMany({ where: { key: { in: [...keys] } } });
}
