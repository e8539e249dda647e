// Connections for what takes as long as it takes: migrations, backups, restores, a look at every file.
import pg from "pg";
import { plainly } from "./database-errors.mjs";
import { isRefusedByPooler } from "./pooled-address.mjs";

/** The last one is known since Postgres 17. */
const LIMITS = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "transaction_timeout",
];
const CONNECT_MS = 10_000;

/**
 * Connects without the time limits that a role may begin with: one that serves behind a pooler has those of requests, and
 * keeps them when the pooler is gone. What is lifted here would be lifted for others where a pooler keeps no sessions:
 * such a one refuses a connection that begins with a limit, so this one does.
 */
export async function connectUnlimited(connectionString) {
  const db = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: CONNECT_MS,
  });
  db.on("error", () => {}); // the statement under way says it
  try {
    await db.connect();
    await db.query("SELECT set_config(name, '0', false) FROM pg_settings WHERE name = ANY ($1)", [LIMITS]);
    return db;
  } catch (error) {
    await db.end().catch(() => {});
    throw isRefusedByPooler(error) ? plainly(error) : error;
  }
}
