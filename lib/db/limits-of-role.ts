import "server-only";
import pg from "pg";
import { type ConnectionLimits, connectionOptions, requestLimits } from "./bounded-pool";
import type { DatabaseContext } from "./client";

/** Names and values as Postgres has them, in milliseconds. */
const settingsOf = ({ statementMs, lockMs, idleMs, transactionMs }: ConnectionLimits) =>
  Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
    // Since Postgres 17; an older one does not know it.
    transaction_timeout: transactionMs,
  });

/**
 * Makes the limits of requests what each new connection of this role begins with, in this database: behind a pooler by
 * transaction no session keeps what is said in it, and no request may wait without an end there either. Asked of
 * Postgres itself, as the role that serves: everybody may change their own beginnings. Nothing is written when they are
 * so already; several servers at once take turns.
 */
export async function keepLimitsOfRole(directUrl: string, limits = requestLimits): Promise<void> {
  const client = new pg.Client(connectionOptions(directUrl, limits));
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext('greenroom limits of a role'))");
    for (const [name, ms] of await findUnkept(client, limits))
      await client.query(alteration(client, name, ms));
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

async function findUnkept(client: pg.Client, limits: ConnectionLimits): Promise<[string, number][]> {
  const { rows } = await client.query<{ name: string; kept: string | null }>(
    `SELECT name, (SELECT split_part(setting, '=', 2) FROM pg_db_role_setting, unnest(setconfig) setting
       WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user) AND split_part(setting, '=', 1) = name
         AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())) AS kept
     FROM pg_settings WHERE name = ANY ($1)`,
    [settingsOf(limits).map(([name]) => name)],
  );
  const kept = new Map(rows.map((row) => [row.name, row.kept]));
  return settingsOf(limits).filter(([name, ms]) => kept.has(name) && kept.get(name) !== String(ms));
}

const alteration = ({ database = "" }: pg.Client, name: string, ms: number): string =>
  `ALTER ROLE CURRENT_USER IN DATABASE ${pg.escapeIdentifier(database)} SET ${name} = ${ms}`;

type Setting = { name: string; setting: string };

/** Whether these, as `pg_settings` has them, are the limits of requests; an older Postgres does not know all of them. */
export function areLimits(found: Setting[], limits = requestLimits): boolean {
  const wanted = new Map(settingsOf(limits).map(([name, ms]) => [name, String(ms)]));
  return found.every(({ name, setting }) => (wanted.get(name) ?? setting) === setting);
}

/** Whether what is asked here and now has the limits of requests. */
export async function hasLimitsOfRole(
  { db }: DatabaseContext,
  limits = requestLimits,
  heldSeconds = 0,
): Promise<boolean> {
  const found = await db.$queryRaw<Setting[]>`
    SELECT name, setting FROM pg_sleep(${heldSeconds}), pg_settings`;
  return areLimits(found, limits);
}

/**
 * How a pooler is looked through: its connections from before have no limits, and one statement meets one connection. Each
 * of several is held for a moment, so that the next gets another; where there are fewer, the rest waits for those.
 */
export const lookThrough = { atOnce: 8, heldSeconds: 0.25 };

/** The same of what a pooler has besides. */
export async function haveAllLimitsOfRole(context: DatabaseContext): Promise<boolean> {
  const { atOnce, heldSeconds } = lookThrough;
  const found = await Promise.all(
    Array.from({ length: atOnce }, () => hasLimitsOfRole(context, requestLimits, heldSeconds)),
  );
  return !found.includes(false);
}
