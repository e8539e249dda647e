import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProject } from "../paths.mjs";
import { startEmbedded } from "./embedded-db.mjs";
import { migrate } from "./migrate.mjs";

let place;
let db;
beforeAll(async () => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-migrate-"));
  fs.chmodSync(place, 0o755);
  db = await startEmbedded({ dir: place, database: "postgres", settings: ["fsync=off"] });
});
afterAll(async () => {
  await db.stop();
  fs.rmSync(place, { recursive: true, force: true });
});

let dir;
let url;
let count = 0;
beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  const name = `migrated_${++count}`;
  await query(db.ownerUrl, `CREATE DATABASE ${name}`);
  url = db.ownerUrl.replace(/postgres$/, name);
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function write(name, sql) {
  fs.mkdirSync(path.join(dir, name), { recursive: true });
  fs.writeFileSync(path.join(dir, name, "migration.sql"), sql);
}

const run = () => migrate({ url, dir });
const tables = async () => {
  const rows = await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
  return rows.map(({ tablename }) => tablename).filter((name) => !name.startsWith("_"));
};

describe("migrate", () => {
  it("applies all of them once when four servers start at the same moment", async () => {
    dir = inProject("prisma/migrations");
    const applied = await Promise.all([run(), run(), run(), run()]);
    const names = fs.readdirSync(dir).filter((name) => !name.endsWith(".toml"));
    dir = "";
    expect(applied.flat().sort()).toEqual(names.sort());
  });

  it("leaves nothing behind when one of them fails", async () => {
    write("1_broken", "CREATE TABLE half (n int);\nSELECT 1/0;");
    await expect(run()).rejects.toThrow(/1_broken failed.*division by zero/);
    expect(await tables()).toEqual([]);
    expect(await query(url, "SELECT 1 FROM _prisma_migrations")).toEqual([]);
  });

  it("refuses a database of a newer version, naming what it does not know, and changes nothing", async () => {
    write("1_first", "CREATE TABLE first (n int);");
    write("3_newer", "CREATE TABLE newer (n int);");
    await run();
    fs.rmSync(path.join(dir, "3_newer"), { recursive: true });
    write("2_second", "CREATE TABLE second (n int);");
    await expect(run()).rejects.toThrow(
      /^this database was migrated by a newer or another Greenroom: it holds the migration 3_newer, unknown to this version; start the version that made it, or restore a backup from before$/,
    );
    expect(await tables()).toEqual(["first", "newer"]);
  });

  it("refuses a database that was made with another text of a migration, and changes nothing", async () => {
    write("1_first", "CREATE TABLE first (n int);");
    await run();
    write("1_first", "CREATE TABLE first (n bigint);");
    write("2_second", "CREATE TABLE second (n int);");
    await expect(run()).rejects.toThrow(
      /^this database was migrated with another text of the migration 1_first; put back .+, or restore a backup/,
    );
    expect(await tables()).toEqual(["first"]);
  });

  it("takes a mended migration for the one that it was before", async () => {
    write("20261121182000_audit_retention", "SELECT 1;");
    await run();
    const before = "c88d99a505bd8499d8360e035abc65766497d2e845f6e77761bea8d019eb2f06";
    await query(url, `UPDATE _prisma_migrations SET checksum = '${before}'`);
    expect(await run()).toEqual([]);
  });

  it("refuses a half-applied migration, and forgets one that was rolled back", async () => {
    write("1_first", "CREATE TABLE first (n int);");
    await run();
    await query(url, "UPDATE _prisma_migrations SET finished_at = NULL");
    await expect(run()).rejects.toThrow(/half-applied migration \(1_first\); restore a backup, or mend it/);
    await query(url, "DROP TABLE first; UPDATE _prisma_migrations SET rolled_back_at = now()");
    expect(await run()).toEqual(["1_first"]);
  });
});
