// Brings a backup into an empty database: all of it in one transaction, so that whatever goes wrong leaves it empty.
import { from as copyFrom } from "pg-copy-streams";
import { connectUnlimited } from "../database/connect-unlimited.mjs";
import { plainly } from "../database/database-errors.mjs";
import { holdMigrations, replayMigrations, requireKnownHistory } from "../database/migrate.mjs";
import { inProject } from "../paths.mjs";
import { PlainError } from "../progress.mjs";
import { readArchive } from "./backup-archive.mjs";
import { atRest, listTables, quoted, settleTransaction, tally } from "./backup-tables.mjs";
import { checkRestored } from "./check-restored.mjs";
import { requireEmpty } from "./require-empty.mjs";
import { setAsideRules } from "./set-aside-rules.mjs";
import { FORMAT_VERSION } from "./write-backup.mjs";

const migrations = inProject("prisma/migrations");

/**
 * Restores, checks, and only then keeps it.
 *
 * @param {{ ownerUrl: string, file: string, readPassphrase: () => Promise<string | Buffer>, packageDigest: Function, acceptDamage?: boolean, log?: (message: string) => void }} options
 *   `packageDigest` is the product's own (lib/skills/digest.ts); with `acceptDamage` what was broken before the backup is kept
 * @returns {Promise<{ manifest: object, secret: string | null, checked: { blobs: number, versions: number }, damage: string[] }>}
 */
export async function restoreBackup({ ownerUrl, file, readPassphrase, ...options }) {
  const db = await connectUnlimited(ownerUrl);
  try {
    await db.query("BEGIN");
    await holdMigrations(db);
    await requireEmpty(db);
    const restored = await restoreAll(db, readArchive(file, readPassphrase), options);
    await db.query("COMMIT");
    await db.query("ANALYZE");
    return restored;
  } catch (error) {
    throw plainly(error);
  } finally {
    // An open transaction ends with its session: nothing of it stays.
    await db.end().catch(() => {});
  }
}

async function restoreAll(db, entries, { packageDigest, acceptDamage = false, log = () => {} }) {
  const backup = openBackup(entries);
  const begin = await backup.begin();
  log(`Restoring what was backed up at ${begin.at} by Greenroom ${begin.greenroom}`);
  await replayMigrations(db, { history: begin.migrations, dir: migrations });
  await settleTransaction(db);
  await requireSameTables(db, begin.tables);
  const rules = await setAsideRules(db);
  await db.query(`TRUNCATE ${begin.tables.map(({ name }) => quoted(name)).join(", ")}`);
  const loaded = await loadTables(db, backup, begin.tables);
  const manifest = backup.manifest();
  requireAllRows(manifest, loaded);
  await setSequences(db, manifest.sequences);
  log("Checking what was restored");
  await rules.putBack();
  const { damage, ...checked } = await checkRestored(db, manifest, packageDigest);
  if (damage.length > 0 && !acceptDamage) throw new PlainError(wasDamaged(damage));
  return { manifest, secret: backup.secret(), checked, damage };
}

/** Reads no further than its beginning: who made it, and whether this version can restore it. */
export async function openingOf({ file, readPassphrase }) {
  const entries = readArchive(file, readPassphrase);
  try {
    return await openBackup(entries).begin();
  } finally {
    await entries.return();
  }
}

/** Reads a backup to its end without any database: whether it is whole and is what was written. */
export async function checkBackup({ file, readPassphrase }) {
  const backup = openBackup(readArchive(file, readPassphrase));
  await backup.begin();
  const counts = new Map();
  for await (const { table, bytes } of backup.rows()) {
    if (!counts.has(table)) counts.set(table, tally());
    counts.get(table).add(bytes);
  }
  const manifest = backup.manifest();
  requireAllRows(manifest, new Map([...counts].map(([name, counted]) => [name, counted.result()])));
  return manifest;
}

/** The parts of a backup in their order; refuses one of another order, and one without its end. */
function openBackup(entries) {
  const found = { manifest: null, secret: null };
  const next = async () => (await entries.next()).value ?? null;
  return {
    begin: async () => {
      const entry = await next();
      if (entry?.name !== "backup.json") throw new PlainError("this is no backup that Greenroom made");
      const begin = JSON.parse(entry.bytes.toString("utf8"));
      if (begin.format !== "greenroom-backup" || begin.formatVersion > FORMAT_VERSION)
        throw new PlainError(
          "a newer Greenroom made this backup; restore it with that version, or a newer one",
        );
      await requireKnownHistory({ history: begin.migrations, dir: migrations });
      return begin;
    },
    async *rows() {
      for (let entry = await next(); entry; entry = await next()) {
        const [, table] = /^tables\/([^/]+)\/\d+\.copy$/.exec(entry.name) ?? [];
        if (found.manifest) throw new PlainError("the backup is damaged: something stands behind its end");
        if (table) yield { table, bytes: entry.bytes };
        else if (entry.name === "secret") found.secret = entry.bytes.toString("utf8");
        else if (entry.name === "manifest.json") found.manifest = JSON.parse(entry.bytes.toString("utf8"));
        else throw new PlainError(`the backup is damaged: it holds ${entry.name}, which is no part of one`);
      }
    },
    manifest: () => {
      if (!found.manifest) throw new PlainError("the backup is cut off: its end is missing");
      return found.manifest;
    },
    secret: () => found.secret,
  };
}

async function requireSameTables(db, tables) {
  const shapeOf = ({ name, columns }) => `${name} (${[...columns].sort().join(", ")})`;
  const here = new Set((await listTables(db)).map(shapeOf));
  const there = new Set(tables.map(shapeOf));
  const odd = [...here]
    .filter((shape) => !there.has(shape))
    .concat([...there].filter((shape) => !here.has(shape)));
  if (odd.length > 0)
    throw new PlainError(
      `the tables of this backup are not those that its migrations make: ${odd[0]}; its database was changed by hand, and cannot be restored`,
    );
}

/** Everything of one table stands together. */
async function loadTables(db, backup, tables) {
  const awaited = new Map(tables.map((table) => [table.name, table]));
  const loaded = new Map();
  let open = null;
  const close = async () => {
    if (!open) return;
    await open.stream.finish();
    await atRest(db);
    loaded.set(open.table, open.counted.result());
  };
  for await (const { table, bytes } of backup.rows()) {
    if (table !== open?.table) {
      await close();
      if (!awaited.delete(table)) throw new PlainError(`the backup is damaged: ${table} is out of place`);
      open = {
        table,
        counted: tally(),
        stream: openCopy(
          db,
          tables.find(({ name }) => name === table),
        ),
      };
    }
    open.counted.add(bytes);
    await open.stream.write(bytes);
  }
  await close();
  return loaded;
}

function openCopy(db, { name, columns }) {
  const stream = db.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted).join(", ")}) FROM STDIN`));
  const ended = new Promise((resolve, reject) => stream.once("finish", resolve).once("error", reject));
  ended.catch(() => {}); // whoever waits next is told
  return {
    write: (bytes) =>
      Promise.race([new Promise((resolve) => stream.write(bytes, resolve)), ended.then(() => {})]),
    finish: () => {
      stream.end();
      return ended;
    },
  };
}

const NOTHING = tally().result();

function requireAllRows({ tables }, loaded) {
  for (const { name, rows, bytes, sha256 } of tables) {
    const found = loaded.get(name) ?? NOTHING;
    if (found.rows === rows && found.bytes === bytes && found.sha256 === sha256) continue;
    throw new PlainError(
      `the backup is damaged: of ${name} it should hold ${rows} rows (sha256 ${sha256}), and holds ${found.rows} (${found.sha256})`,
    );
  }
}

async function setSequences(db, sequences) {
  for (const { name, lastValue, isCalled } of sequences)
    await db.query("SELECT setval($1::regclass, $2::bigint, $3)", [
      `public.${quoted(name)}`,
      lastValue,
      isCalled,
    ]);
}

const wasDamaged = (damage) =>
  `what was backed up was damaged before: ${damage.slice(0, 5).join("; ")}${damage.length > 5 ? ` and ${damage.length - 5} more` : ""}. Nothing was restored; --accept-damage restores it all the same`;
