import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { aPooler, hasPooler } from "../../lib/testing/servers/pooler.ts";
import { restoreBackup } from "../backups/restore-backup.mjs";
import { writeBackup } from "../backups/write-backup.mjs";
import { checkBytes, connectToLook } from "../doctor/doctor-database.mjs";
import { inProject } from "../paths.mjs";
import { createSetupLink } from "../server/setup-link.mjs";
import { connectUnlimited } from "./connect-unlimited.mjs";
import { plainly } from "./database-errors.mjs";
import { startEmbedded } from "./embedded-db.mjs";
import { migrate } from "./migrate.mjs";
import { POOLED_ADDRESS } from "./pooled-address.mjs";

let place;
let db;
beforeAll(async () => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-unlimited-"));
  fs.chmodSync(place, 0o755);
  db = await startEmbedded({ dir: path.join(place, "postgres"), settings: ["fsync=off"] });
});
afterAll(async () => {
  await db?.stop();
  fs.rmSync(place, { recursive: true, force: true });
});

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

let count = 0;
/** A database that nobody has migrated; its owner's address. */
async function aDatabase() {
  const name = `unlimited_${++count}`;
  await query(db.ownerUrl, `CREATE DATABASE ${name}`);
  const url = new URL(db.ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const names = [
  "idle_in_transaction_session_timeout",
  "lock_timeout",
  "statement_timeout",
  "transaction_timeout",
];
/** One role for everything, and limits that nothing would get through. */
async function limit(url, ms) {
  const role = pg.escapeIdentifier(new URL(url).username);
  const database = new URL(url).pathname.slice(1);
  for (const name of names)
    await query(db.ownerUrl, `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = ${ms}`);
}

function migrations(sql) {
  const dir = fs.mkdtempSync(path.join(place, "migrations-"));
  fs.mkdirSync(path.join(dir, "1_slow"));
  fs.writeFileSync(path.join(dir, "1_slow/migration.sql"), sql);
  return dir;
}

describe("where a role begins with time limits", () => {
  it("a connection has none, and leaves those of the role to others", async () => {
    const url = await aDatabase();
    await limit(url, 7_000);
    const settings = `SELECT name, setting FROM pg_settings WHERE name = ANY ('{${names}}') ORDER BY 1`;
    const unlimited = await connectUnlimited(url);
    onTestFinished(() => unlimited.end());
    const { rows } = await unlimited.query(settings);
    expect(rows).toEqual(names.map((name) => ({ name, setting: "0" })));
    expect(await query(url, settings)).toEqual(names.map((name) => ({ name, setting: "7000" })));
  });

  it("a migration takes as long as it takes", async () => {
    const url = await aDatabase();
    await limit(url, 100);
    expect(await migrate({ url, dir: migrations("SELECT pg_sleep(0.4);") })).toEqual(["1_slow"]);
  });

  it("a backup, a restore and a look at every file do too", async () => {
    const url = await aDatabase();
    await migrate({ url, dir: inProject("prisma/migrations") });
    await query(
      url,
      `INSERT INTO "Blob" (sha256, size, bytes)
       SELECT encode(sha256(bytes), 'hex'), length(bytes), bytes
       FROM (SELECT convert_to(repeat(n::text, 100000), 'UTF8') AS bytes FROM generate_series(1, 60) n) made`,
    );
    const [file, empty] = [path.join(place, "limited.backup"), await aDatabase()];
    await limit(url, 5);
    await limit(empty, 5);
    const { manifest } = await writeBackup({ ownerUrl: url, file });
    const restored = await restoreBackup({
      ownerUrl: empty,
      file,
      readPassphrase: async () => "",
      packageDigest: () => "",
    });
    expect(restored.manifest).toEqual(manifest);
    const looking = await connectToLook(empty, { deep: true });
    onTestFinished(() => looking.end());
    expect(await checkBytes({ db: looking, deep: true })).toMatchObject({
      state: "well",
      says: "all 60 files are what their sha256 says",
    });
  });
});

if (!hasPooler) console.info("PgBouncer is not installed: it is not tried what it refuses");
describe.skipIf(!hasPooler)("a pooler that keeps no sessions, named as the database,", () => {
  let direct;
  let pooler;
  beforeAll(async () => {
    direct = await aDatabase();
    pooler = await aPooler(direct);
  });
  afterAll(() => pooler?.stop());

  it("is refused in words before anything is migrated through it, and keeps no lock", async () => {
    const dir = migrations("CREATE TABLE made (n int);");
    await expect(migrate({ url: pooler.url, dir })).rejects.toThrow(
      expect.objectContaining({ name: "PlainError", message: POOLED_ADDRESS }),
    );
    const locks = `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE locktype = 'advisory' AND datname = current_database()`;
    expect(await query(direct, locks)).toEqual([]);
    expect(await query(direct, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it("is refused in words for a setup link, a backup and a look at every file", async () => {
    const refused = async (work) =>
      plainly(
        await work.then(
          () => new Error("done"),
          (error) => error,
        ),
      ).message;
    const file = path.join(place, "pooled.backup");
    expect([
      await refused(createSetupLink({ databaseUrl: pooler.url, publicUrl: "http://here:3000" })),
      await refused(writeBackup({ ownerUrl: pooler.url, file })),
      await refused(connectToLook(pooler.url, { deep: true })),
    ]).toEqual([POOLED_ADDRESS, POOLED_ADDRESS, POOLED_ADDRESS]);
    expect(fs.existsSync(file)).toBe(false);
  });
});
