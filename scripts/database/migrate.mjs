// Applies prisma/migrations at start-up and in tests: the table, checksums and lock of `prisma migrate deploy`, with `pg` alone.
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { PlainError } from "../progress.mjs";
import { connectUnlimited } from "./connect-unlimited.mjs";

/** The advisory lock that `prisma migrate` takes; whoever else starts at the same time waits and then finds nothing to do. */
const PRISMA_LOCK = 72_707_369;

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * The checksum of a migration before it was mended, where it had failed for some databases and applied to others. Those
 * need no warning: a later migration brings them to the same state.
 */
const MENDED = {
  "20261121182000_audit_retention": "c88d99a505bd8499d8360e035abc65766497d2e845f6e77761bea8d019eb2f06",
};

/**
 * Applies what is missing. Refuses a database whose history is not this version's: made by a newer one, or with a
 * migration that is another today.
 *
 * @param {{ url: string, dir: string, log?: (message: string) => void }} options `url` of the role that owns the schema.
 * @returns {Promise<string[]>} the names of the migrations applied now, in order
 */
export async function migrate({ url, dir, log = () => {} }) {
  const migrations = await readMigrations(dir);
  const db = await connectToMigrate(url);
  try {
    await db.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await db.query(MIGRATIONS_TABLE);
    const done = await readApplied(db);
    refuseOtherHistory(done, migrations);
    const missing = migrations.filter(({ name }) => !done.has(name));
    for (const migration of missing) {
      await apply(db, migration);
      log(`Applied migration ${migration.name}`);
    }
    return missing.map(({ name }) => name);
  } finally {
    await db.end();
  }
}

/** Undefined table and insufficient privilege, as Postgres calls them. */
const NO_TABLE = "42P01";
const NO_RIGHT = "42501";

/**
 * The names of the migrations that this database lacks; none where the role may not know. Changes nothing, and refuses
 * what `migrate` refuses.
 */
export async function pendingMigrations({ url, dir }) {
  const migrations = await readMigrations(dir);
  const names = migrations.map(({ name }) => name);
  const db = await connectToMigrate(url);
  try {
    const done = await readApplied(db);
    refuseOtherHistory(done, migrations);
    return names.filter((name) => !done.has(name));
  } catch (error) {
    if (error.code === NO_TABLE) return names;
    if (error.code === NO_RIGHT) return [];
    throw error;
  } finally {
    await db.end();
  }
}

async function readMigrations(dir) {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(dir, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Of a history: what this version does not know, and what had another text when it was applied. */
function compareHistory(done, migrations) {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  return {
    unknown: [...done.keys()].filter((name) => !known.has(name)),
    changed: [...known.keys()].filter(
      (name) => done.has(name) && ![known.get(name), MENDED[name]].includes(done.get(name)),
    ),
  };
}

function refuseOtherHistory(done, migrations) {
  const { unknown, changed } = compareHistory(done, migrations);
  if (unknown.length > 0) {
    throw new PlainError(
      `this database was migrated by a newer or another Greenroom: it holds ${listOf(unknown)}, unknown to this version; start the version that made it, or restore a backup from before`,
    );
  }
  if (changed.length > 0) {
    throw new PlainError(
      `this database was migrated with another text of ${listOf(changed)}; put back the migration that it was made with, or restore a backup that was made with this one`,
    );
  }
}

const listOf = (names) => `the migration${names.length > 1 ? "s" : ""} ${names.sort().join(", ")}`;

/**
 * Refuses a backup whose history is not this version's.
 *
 * @param {{ history: { name: string, checksum: string }[], dir: string }} options `history` as the backup says it
 */
export async function requireKnownHistory({ history, dir }) {
  const done = new Map(history.map(({ name, checksum }) => [name, checksum]));
  const { unknown, changed } = compareHistory(done, await readMigrations(dir));
  if (unknown.length > 0)
    throw new PlainError(
      `this backup was made by a newer or another Greenroom: it holds ${listOf(unknown)}, unknown to this version; restore it with the version that made it, or a newer one`,
    );
  if (changed.length > 0)
    throw new PlainError(
      `this backup was made with another text of ${listOf(changed)}; restore it with the version that made it`,
    );
}

/** Until the open transaction ends nobody else migrates; a server that starts waits and then finds what was made. */
export const holdMigrations = (db) => db.query("SELECT pg_advisory_xact_lock($1)", [PRISMA_LOCK]);

/**
 * Makes the tables of a history in the open transaction of an empty database. What they hold then is what migrations
 * put there, and of no use.
 */
export async function replayMigrations(db, { history, dir }) {
  await db.query(MIGRATIONS_TABLE);
  const wanted = new Set(history.map(({ name }) => name));
  for (const { name, sql } of await readMigrations(dir)) if (wanted.has(name)) await db.query(sql);
}

async function connectToMigrate(url) {
  try {
    // One statement may rewrite a large table, or wait for another start that does.
    return await connectUnlimited(url);
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError(`cannot reach the database at ${withoutPassword(url)}: ${reasonOf(error)}`);
  }
}

// A host name with several addresses fails with an AggregateError, whose own message is empty.
const reasonOf = (error) => error.message || error.errors?.[0]?.message || error.code || "no reason given";

function withoutPassword(url) {
  if (!URL.canParse(url)) return "the address given";
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}${port && `:${port}`}${pathname}`;
}

async function readApplied(db) {
  const { rows } = await db.query(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const failed = rows.filter((row) => !row.finished_at).map((row) => row.migration_name);
  if (failed.length > 0) {
    throw new PlainError(
      `this database holds a half-applied migration (${failed.join(", ")}); restore a backup, or mend it and run "npx prisma migrate resolve"`,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

// One transaction for the SQL and its record: a start killed in the middle leaves nothing to repair.
async function apply(db, { name, sql, checksum }) {
  await db.query("BEGIN");
  try {
    await db.query(sql);
    await db.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await db.query("COMMIT");
  } catch (error) {
    await db.query("ROLLBACK");
    throw new PlainError(`migration ${name} failed and left no trace: ${error.message}`, { cause: error });
  }
}
