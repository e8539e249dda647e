import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/db/client";
import { addExamples } from "@/lib/onboarding/commands/add-examples";
import { packageDigest } from "@/lib/skills/digest";
import { sealing } from "../../../scripts/backups/backup-cipher.mjs";
import { restoreBackup } from "../../../scripts/backups/restore-backup.mjs";
import { type BackupManifest, writeBackup } from "../../../scripts/backups/write-backup.mjs";
import { callApi } from "../api-session";
import { aCast, type Cast } from "../cast/cast";
import { aContext } from "../contexts";
import { testDatabase } from "../database";
import { aPackage } from "../packages";
import { fillTables } from "./fill-tables";

const { db, ownerUrl } = testDatabase();
const passphrase = "a passphrase of the drill";
const dir = mkdtempSync(join(tmpdir(), "greenroom-drill-"));
const file = join(dir, "drill.backup");
const made: string[] = [];

async function asOwner<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database on the same server. */
async function emptyDatabase(): Promise<string> {
  const address = new URL(ownerUrl);
  const name = `${address.pathname.slice(1)}_${made.length}`;
  await asOwner(ownerUrl, `CREATE DATABASE ${name}`);
  made.push(name);
  address.pathname = `/${name}`;
  return address.href;
}

const restore = (
  url: string,
  overrides: { file?: string; passphrase?: string; acceptDamage?: boolean } = {},
) =>
  restoreBackup({
    ownerUrl: url,
    file: overrides.file ?? file,
    readPassphrase: async () => overrides.passphrase ?? passphrase,
    packageDigest,
    acceptDamage: overrides.acceptDamage ?? false,
  });

const tablesIn = async (url: string) =>
  (await asOwner(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).length;

/** What a server tells its people and machines of the cast's workspace. */
async function tell({ workspace, credentials, ids }: Cast): Promise<Record<string, string>> {
  const home = `/workspaces/${workspace}`;
  const cookie = credentials.get("owner")?.cookie ?? "";
  const told: Record<string, string> = {};
  for (const path of [
    "/skills",
    "/skills/notes",
    "/skills/notes/versions",
    "/skills/notes/draft",
    "/agents/desk",
    "/agents/desk/catalogue",
    "/agents/desk/revisions",
    "/conversations",
    `/conversations/${ids.conversation}`,
    "/reviews/1",
    "/members",
    "/audit",
  ]) {
    const answer = await callApi("get", `${home}${path}`, { cookie });
    told[path] = `${answer.status} ${await answer.text()}`;
  }
  return told;
}

let cast: Cast;
let manifest: BackupManifest;
let atBackup: { versions: number; published: number };
beforeAll(async () => {
  const other = await aContext(db);
  await addExamples(other);
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) % 256);
  await aPackage(other, { name: "with-bytes", files: { "assets/all.bin": bytes }, publishNote: "One" });
  cast = await aCast(db);
  expect(await fillTables(ownerUrl)).toEqual([]);

  // People go on working until after the backup: each step is one transaction over many tables.
  let working = true;
  const work = (async () => {
    for (let count = 0; working; count++)
      await aPackage(other, { name: `meanwhile-${count}`, body: `Part ${count}.\n`, publishNote: "Now" });
  })();
  const seal = await sealing(passphrase, { cost: 1024 });
  const secret = "the-secret-of-this-installation-0123456789";
  ({ manifest } = await writeBackup({ ownerUrl, file, seal, secret }));
  await aPackage(other, { name: "after-the-backup", publishNote: "Later" });
  working = false;
  await work;
  atBackup = {
    versions: rowsOf("Version"),
    published: rowsOf("Draft"),
  };
});
afterAll(async () => {
  for (const name of made) await asOwner(ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(dir, { recursive: true, force: true });
});

const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? -1;

describe("a backup that is made while people work, restored elsewhere", () => {
  it("holds every table with a row, as of one moment", async () => {
    expect(manifest.tables.length).toBeGreaterThan(70);
    expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
    expect(manifest.tables.filter(({ appendOnly }) => appendOnly).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["AgentRevision", "Audit", "DraftAuthor", "Event", "Version", "VersionFile"]),
    );
    // Whatever the people had done by then is whole, and the rest is not there at all.
    expect(atBackup.versions).toBeLessThan(await db.version.count());
    expect(atBackup.published).toBeLessThan(await db.draft.count());
  });

  it("comes back equal, with its rules, and serves the same answers", async () => {
    const url = await emptyDatabase();
    const restored = await restore(url);
    expect(restored.manifest).toEqual(manifest);
    expect(restored.secret).toBe("the-secret-of-this-installation-0123456789");
    expect(restored.damage).toEqual([]);
    expect(restored.checked).toEqual({ blobs: rowsOf("Blob"), versions: rowsOf("Version") });

    const rules = `SELECT c.relname, t.tgname, t.tgenabled, pg_get_triggerdef(t.oid) FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT tgisinternal UNION ALL
      SELECT conrelid::regclass::text, conname, convalidated::text::"char", pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`;
    expect(await asOwner(url, rules)).toEqual(await asOwner(ownerUrl, rules));
    await expect(asOwner(url, `DELETE FROM "Audit"`)).rejects.toThrow(/append-only/);
    // The next row of the trail gets a number that none has.
    const next = `INSERT INTO "Audit" ("actorName", action, "objectType", "objectId", "traceId")
      VALUES ('Somebody', 'a', 'b', 'c', 'd') RETURNING id::text`;
    const [last] = await asOwner<{ id: string }>(url, `SELECT max(id)::text AS id FROM "Audit"`);
    const [row] = await asOwner<{ id: string }>(url, next);
    expect(BigInt(row?.id ?? 0)).toBeGreaterThan(BigInt(last?.id ?? 0));

    const before = await tell(cast);
    const own = globalThis.greenroomDatabase;
    const app = new URL(testDatabase().url);
    app.pathname = new URL(url).pathname;
    globalThis.greenroomDatabase = createDatabase(app.href);
    try {
      const after = await tell(cast);
      expect(Object.values(after).map((text) => text.slice(0, 3))).toEqual(
        Object.keys(after).map(() => "200"),
      );
      expect(after).toEqual(before);
    } finally {
      await globalThis.greenroomDatabase.$disconnect();
      globalThis.greenroomDatabase = own;
    }
  });

  it("is refused by a database that is not empty, which says what lives there", async () => {
    await expect(restore(ownerUrl)).rejects.toThrow(
      /^a backup is restored into an empty database only, and this one is not empty: a Greenroom lives in it \(\d+ people, \d+ workspaces, \d+ skills\)/,
    );
    const url = await emptyDatabase();
    await asOwner(url, "CREATE TABLE notes (n int); CREATE TYPE mood AS ENUM ('good')");
    await expect(restore(url)).rejects.toThrow("it holds the table notes, type mood.");
  });

  it("leaves the database empty when the file is cut, changed, or opened with another passphrase", async () => {
    const url = await emptyDatabase();
    const bytes = readFileSync(file);
    const bad = join(dir, "bad.backup");
    const attempt = (content: Uint8Array, as = passphrase) => {
      writeFileSync(bad, content);
      return restore(url, { file: bad, passphrase: as });
    };
    await expect(attempt(bytes, "another passphrase")).rejects.toThrow("made with another");
    await expect(attempt(bytes.subarray(0, -1))).rejects.toThrow(/cut off/);
    await expect(attempt(bytes.subarray(0, Math.floor(bytes.length / 2)))).rejects.toThrow(/cut off/);
    const changed = Uint8Array.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    await expect(attempt(changed)).rejects.toThrow(/was changed/);
    await expect(attempt(new Uint8Array())).rejects.toThrow("is empty");
    await expect(attempt(Buffer.from("PK, a zip"))).rejects.toThrow("is no backup that Greenroom made");
    expect(await tablesIn(url)).toBe(0);
    await restore(url);
    expect(await tablesIn(url)).toBe(await tablesIn(ownerUrl));
  });

  it("names what was damaged before it was backed up, and keeps it only when told to", async () => {
    const source = await emptyDatabase();
    await restore(source);
    await asOwner(
      source,
      `UPDATE "Blob" SET bytes = '\\x00' WHERE sha256 = (SELECT min(sha256) FROM "Blob")`,
    );
    await asOwner(
      source,
      `ALTER TABLE "Version" DISABLE TRIGGER USER; UPDATE "Version" SET digest = repeat('0', 64) WHERE name = 'with-bytes'`,
    );
    const damaged = join(dir, "damaged.backup");
    await writeBackup({ ownerUrl: source, file: damaged });
    const url = await emptyDatabase();
    await expect(restore(url, { file: damaged })).rejects.toThrow(
      /was damaged before: the bytes of file [0-9a-f]{64} are others; with-bytes v1 has another digest\. Nothing was restored/,
    );
    expect(await tablesIn(url)).toBe(0);
    expect((await restore(url, { file: damaged, acceptDamage: true })).damage).toHaveLength(2);
  });

  it("keeps neither a file nor its beginning when it cannot be finished", async () => {
    await expect(writeBackup({ ownerUrl, file })).rejects.toThrow("is there already; nothing is overwritten");
    const nowhere = join(dir, "stopped.backup");
    await expect(writeBackup({ ownerUrl, file: nowhere, signal: AbortSignal.abort() })).rejects.toThrow(
      "stopped; nothing was kept",
    );
    await expect(writeBackup({ ownerUrl: await emptyDatabase(), file: nowhere })).rejects.toThrow(
      "this database holds no Greenroom",
    );
    expect(readdirSync(dir).sort()).toEqual(["bad.backup", "damaged.backup", "drill.backup"]);
  });
});
