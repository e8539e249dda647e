import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPooler, hasPooler } from "../lib/testing/servers/pooler.ts";
import { startEmbedded } from "./database/embedded-db.mjs";
import { migrate } from "./database/migrate.mjs";
import { inModules, inProject } from "./paths.mjs";
import { freePort } from "./processes.mjs";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-doctor-"));
// Root's database runs under another account, which has to reach it.
fs.chmodSync(root, 0o755);
const data = path.join(root, "data");
const secretFile = path.join(data, "secret");
const secret = "the-secret-of-this-installation-0123456789";
const node = inModules("node", "bin", "node");

let port;
function doctor(args = [], env = {}) {
  const { DATABASE_URL, GREENROOM_SECRET, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(node, [inProject("scripts/doctor.mjs"), ...args], {
    env: { ...rest, GREENROOM_DATA: data, PORT: String(port), ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** What it says of each thing that it looked at. */
function examine(args = [], env = {}) {
  const { status, stdout, stderr } = doctor(["--json", ...args], env);
  expect(stderr).toBe("");
  const { checks } = JSON.parse(stdout);
  return { status, found: Object.fromEntries(checks.map(({ name, ...rest }) => [name, rest])) };
}

async function query(url, sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const bytes = Buffer.from("the bytes of a file");
const digest = createHash("sha256").update(bytes).digest("hex");

let db;
beforeAll(async () => {
  port = await freePort();
  const { secretFingerprint } = await import("../lib/platform/crypto.ts");
  fs.mkdirSync(data);
  fs.writeFileSync(secretFile, secret, { mode: 0o600 });
  db = await startEmbedded({ dir: path.join(data, "postgres"), settings: ["fsync=off"] });
  await migrate({ url: db.ownerUrl, dir: inProject("prisma/migrations") });
  await query(db.ownerUrl, `UPDATE "Instance" SET "secretFingerprint" = $1`, [secretFingerprint(secret)]);
  await query(db.ownerUrl, `INSERT INTO "Blob" (sha256, size, bytes) VALUES ($1, $2, $3)`, [
    digest,
    bytes.length,
    bytes,
  ]);
});
afterAll(async () => {
  await db.stop();
  fs.rmSync(root, { recursive: true, force: true });
});

describe("npm run doctor", () => {
  it("finds a sound installation well, line by line, while its database runs and while it does not", async () => {
    const running = examine(["--deep"]);
    const states = Object.entries(running.found).map(([name, { state }]) => `${name}: ${state}`);
    expect(states.filter((line) => /problem/.test(line))).toEqual([]);
    expect(running.status).toBe(0);
    for (const name of [
      "Database",
      "Telling and hearing",
      "Clock",
      "Migrations",
      "Rights",
      "Secret",
      "Files",
    ])
      expect(running.found[name]).toMatchObject({ state: "well" });
    expect(running.found.Files.says).toBe("all 1 files are what their sha256 says");
    expect(running.found.Versions.says).toBe("all 0 versions are what their digest says");
    expect(running.found.Mail).toMatchObject({ state: "skipped" });
    expect(running.found.Server.says).toBe(`it does not run here; port ${port} is free`);

    await db.stop();
    const stopped = doctor();
    expect([stopped.status, stopped.stdout]).toEqual([0, expect.stringMatching(/ok +Secret: .*\n/)]);
    expect(stopped.stdout).toMatch(/\n0 problems, \d warnings\n$/);
    expect(fs.existsSync(path.join(data, "postgres/pgdata/postmaster.pid"))).toBe(false);
    db = await startEmbedded({ dir: path.join(data, "postgres"), settings: ["fsync=off"] });
  });

  it("says what is wrong with what lies in the database, and ends with 1", async () => {
    await query(db.ownerUrl, `UPDATE "Blob" SET bytes = '\\x00'`);
    fs.writeFileSync(secretFile, "another-secret-of-another-installation");
    fs.chmodSync(secretFile, 0o644);
    await query(db.ownerUrl, `GRANT TRUNCATE ON "Audit" TO greenroom_app`);
    const { status, found } = examine();
    expect(status).toBe(1);
    expect(found.Files).toMatchObject({
      state: "problem",
      says: `1 files are damaged: the bytes of file ${digest} are others`,
      todo: expect.stringContaining("restore a backup"),
    });
    expect(found.Secret).toMatchObject({
      state: "problem",
      says: expect.stringContaining("another installation's"),
    });
    expect(found["Data folder"]).toMatchObject({ state: "warning", todo: `run: chmod 600 ${secretFile}` });
    expect(found.Rights).toMatchObject({ state: "problem", says: "the role that serves may empty Audit" });
    fs.rmSync(secretFile);
    expect(examine().found.Secret).toMatchObject({
      state: "problem",
      says: expect.stringContaining("there is none in"),
    });
    await query(db.ownerUrl, `REVOKE TRUNCATE ON "Audit" FROM greenroom_app`);
    await query(db.ownerUrl, `UPDATE "Blob" SET bytes = $1`, [bytes]);
    fs.writeFileSync(secretFile, secret, { mode: 0o600 });
  });

  it("tells missing migrations from those of a newer release", async () => {
    const [last] = await query(
      db.ownerUrl,
      `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING *`,
    );
    expect(examine().found.Migrations).toMatchObject({
      state: "warning",
      says: `1 migrations are missing, the first is ${last.migration_name}`,
    });
    const put = (name, checksum) =>
      query(
        db.ownerUrl,
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid(), $1, $2, now())`,
        [checksum, name],
      );
    await put(last.migration_name, last.checksum);
    await put("29990101000000_newer", "x");
    const { status, found } = examine();
    expect([status, found.Migrations.says]).toEqual([1, expect.stringContaining("29990101000000_newer")]);
    expect(found.Secret).toBeUndefined();
    await query(db.ownerUrl, `DELETE FROM _prisma_migrations WHERE checksum = 'x'`);
  });

  it("says which setting cannot be used, who holds the port, and that no mail server answers", async () => {
    const held = net.createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => held.once("listening", resolve));
    const env = {
      PORT: String(held.address().port),
      GREENROOM_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      GREENROOM_SMTP_FROM: "greenroom",
    };
    const { status, found } = examine([], env);
    held.close();
    expect(status).toBe(1);
    expect(found.Settings).toMatchObject({
      state: "problem",
      says: expect.stringContaining("GREENROOM_SMTP_FROM"),
    });
    expect(found.Server).toMatchObject({ state: "warning", says: expect.stringContaining("EADDRINUSE") });
    expect(found.Mail).toMatchObject({ state: "problem", says: expect.stringContaining("ECONNREFUSED") });
    const proxies = examine([], { GREENROOM_TRUSTED_PROXIES: "the office" });
    expect(proxies.found.Settings.says).toContain('"the office" is not an address');
  });

  it("makes nothing where there is nothing, and says which database does not answer", async () => {
    const nowhere = path.join(root, "nowhere");
    const { status, found } = examine([], { GREENROOM_DATA: nowhere });
    expect([status, found["Data folder"].says, found.Database]).toEqual([
      1,
      `there is no data folder ${nowhere}`,
      undefined,
    ]);
    expect(fs.existsSync(nowhere)).toBe(false);
    const url = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
    const unreachable = examine([], { GREENROOM_DATA: nowhere, DATABASE_URL: url });
    expect(unreachable.found.Database).toMatchObject({
      state: "problem",
      says: expect.stringContaining("ECONNREFUSED"),
      todo: "look at DATABASE_URL: host, port, role, password and database",
    });
    const single = examine([], { DATABASE_URL: db.ownerUrl });
    expect(single.found.Rights).toMatchObject({
      state: "warning",
      says: expect.stringContaining("one role"),
    });
    expect(doctor(["--deeper"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--deeper") });
    expect(doctor(["--help"])).toMatchObject({ status: 0, stdout: expect.stringContaining("Exit codes") });
  });
});

if (!hasPooler) console.info("PgBouncer is not installed: no doctor looks through it");
describe.skipIf(!hasPooler)("npm run doctor, behind PgBouncer", () => {
  let pooler;
  beforeAll(async () => {
    pooler = await aPooler(db.url, { connections: 4 });
  });
  afterAll(() => pooler?.stop());
  const behind = (env) => examine([], { DATABASE_URL: pooler.url, DATABASE_OWNER_URL: db.ownerUrl, ...env });

  it("finds the connections that the pooler has from before the role had time limits", async () => {
    const env = { DATABASE_DIRECT_URL: db.url };
    expect(behind(env).found["Time limits"]).toMatchObject({
      state: "warning",
      says: expect.stringMatching(/^8 of 8 statements/),
      todo: expect.stringContaining("RECONNECT"),
    });
    const { keepLimitsOfRole } = await import("../lib/db/limits-of-role.ts");
    await keepLimitsOfRole(db.url);
    expect(behind(env).found["Time limits"]).toMatchObject({ state: "warning" });
    await pooler.stop();
    pooler = await aPooler(db.url, { connections: 4 });
    const { status, found } = behind(env);
    expect([status, found["Time limits"].state, found["Telling and hearing"].state]).toEqual([
      0,
      "well",
      "well",
    ]);
  });

  it("names what to do where the pooler is taken for Postgres", () => {
    const { status, found } = behind({ DATABASE_OWNER_URL: "" });
    expect([status, found["Time limits"].state]).toEqual([1, "skipped"]);
    expect(found.Migrations).toMatchObject({
      state: "problem",
      says: expect.stringContaining("DATABASE_DIRECT_URL"),
    });
  });
});
