// Writes a database into a backup while it is in use: everything as it was at one moment.
import fs from "node:fs";
import { connectUnlimited } from "../database/connect-unlimited.mjs";
import { inProject } from "../paths.mjs";
import { PlainError } from "../progress.mjs";
import { writeArchive } from "./backup-archive.mjs";
import { listSequences, listTables, quoted, readTable, settleTransaction, tally } from "./backup-tables.mjs";

/** Raised when an older Greenroom could not read the file. */
export const FORMAT_VERSION = 1;
const ENTRY_BYTES = 1024 * 1024;

/**
 * @param {{ ownerUrl: string, file: string, seal?: import("node:stream").Transform | null, secret?: string | null, signal?: AbortSignal }} options
 *   `secret` is the installation's, to be put into the backup; only a sealed one may hold it
 * @returns {Promise<{ manifest: object, fileBytes: number }>}
 */
export async function writeBackup({ ownerUrl, file, seal = null, secret = null, signal }) {
  if (secret !== null && !seal) throw new Error("The secret goes into encrypted backups only.");
  const db = await connectUnlimited(ownerUrl);
  const archive = writeArchive({ file, seal });
  try {
    const manifest = await writeSnapshot(db, archive, { secret, signal });
    return { manifest, fileBytes: await archive.finish() };
  } catch (error) {
    await archive.abandon();
    throw signal?.aborted ? new PlainError("stopped; nothing was kept") : notReadable(error);
  } finally {
    await db.end().catch(() => {});
  }
}

async function writeSnapshot(db, archive, { secret, signal }) {
  await db.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await settleTransaction(db);
  const tables = await listTables(db);
  if (!tables.some(({ name }) => name === "_prisma_migrations"))
    throw new PlainError("this database holds no Greenroom; there is nothing to back up");
  // The shape of no table changes until the end; rows go on being written.
  await db.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(", ")} IN ACCESS SHARE MODE`);
  const begin = {
    ...(await whoMadeIt(db)),
    tables,
    sequences: await listSequences(db),
    holdsSecret: secret !== null,
  };
  await archive.add("backup.json", asJson(begin));
  if (secret !== null) await archive.add("secret", Buffer.from(secret));
  const written = [];
  for (const table of tables) {
    signal?.throwIfAborted();
    written.push({ ...table, ...(await writeTable(db, archive, table, signal)) });
  }
  await db.query("COMMIT");
  const manifest = { ...begin, tables: written };
  await archive.add("manifest.json", asJson(manifest));
  return manifest;
}

/** What stands before the rows: who made it, when, and with which history. */
async function whoMadeIt(db) {
  const { version } = JSON.parse(fs.readFileSync(inProject("package.json"), "utf8"));
  const { rows } = await db.query(`SELECT now() AS at, current_setting('server_version') AS postgres`);
  const history = await db.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY 1`,
  );
  const instance = await db.query(`SELECT "secretFingerprint" AS fingerprint FROM "Instance"`);
  return {
    format: "greenroom-backup",
    formatVersion: FORMAT_VERSION,
    greenroom: version,
    at: rows[0].at.toISOString(),
    postgres: rows[0].postgres,
    migrations: history.rows,
    secretFingerprint: instance.rows[0]?.fingerprint ?? null,
  };
}

async function writeTable(db, archive, table, signal) {
  const counted = tally();
  let number = 0;
  let held = [];
  let heldBytes = 0;
  const write = async () => {
    const name = `tables/${table.name}/${String(++number).padStart(6, "0")}.copy`;
    await archive.add(name, Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };
  for await (const part of readTable(db, table)) {
    signal?.throwIfAborted();
    counted.add(part);
    held.push(part);
    heldBytes += part.length;
    if (heldBytes >= ENTRY_BYTES) await write();
  }
  if (heldBytes > 0) await write();
  return counted.result();
}

const asJson = (value) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Not enough rights, and a wait for a migration under way that took too long. */
function notReadable(error) {
  if (error.code === "42501")
    return new PlainError(
      `this role may not read everything (${error.message}); name the role that owns the schema with DATABASE_OWNER_URL`,
    );
  if (error.code === "55P03")
    return new PlainError("another program changes the schema at this moment; try again when it is done");
  return error;
}
