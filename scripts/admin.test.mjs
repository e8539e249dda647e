import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbedded } from "./database/embedded-db.mjs";
import { migrate } from "./database/migrate.mjs";
import { inModules, inProject } from "./paths.mjs";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-admin-"));
// Root's database runs under another account, which has to reach it.
fs.chmodSync(dir, 0o755);
const node = inModules("node", "bin", "node");

function admin(args, { env = {}, input = "" } = {}) {
  const { DATABASE_URL, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(node, [inProject("scripts/admin.mjs"), ...args], {
    env: {
      ...rest,
      GREENROOM_BOOTED: "1",
      GREENROOM_DATA: dir,
      GREENROOM_URL: "https://greenroom.test",
      ...env,
    },
    encoding: "utf8",
    input,
  });
  return { status, stdout, stderr };
}

async function query(url, sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

let db;
beforeAll(async () => {
  db = await startEmbedded({ dir: path.join(dir, "postgres"), settings: ["fsync=off"] });
  const before = admin(["list"]);
  expect([before.status, before.stderr]).toEqual([
    1,
    expect.stringContaining("start it once with npm start"),
  ]);
  await migrate({ url: db.ownerUrl, dir: inProject("prisma/migrations") });
  await query(
    db.ownerUrl,
    `INSERT INTO "User" (id, name, email, "updatedAt") VALUES (gen_random_uuid(), 'Ines', 'ines@example.test', now())`,
  );
});
afterAll(async () => {
  await db.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

describe("npm run admin", () => {
  it("joins a database that runs, and leaves it running", async () => {
    const { status, stdout, stderr } = admin(["make-operator", "ines@example.test"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe("Ines (ines@example.test) is an operator now.\n");
    const { rows } = await query(db.ownerUrl, `SELECT "isOperator" FROM "User"`);
    expect(rows).toEqual([{ isOperator: true }]);
  });

  it("starts one that does not, and stops it again", async () => {
    await db.stop();
    expect(fs.existsSync(path.join(dir, "postgres/pgdata/postmaster.pid"))).toBe(false);
    const { status, stdout } = admin(["list"]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Ines +ines@example.test +operator/)]);
    expect(fs.existsSync(path.join(dir, "postgres/pgdata/postmaster.pid"))).toBe(false);
    db = await startEmbedded({ dir: path.join(dir, "postgres"), settings: ["fsync=off"] });
  });

  it("works on a database of one's own, without the server's secret, and makes no folder for it", () => {
    const elsewhere = path.join(dir, "not-there");
    const env = { DATABASE_URL: db.url, GREENROOM_DATA: elsewhere, GREENROOM_SECRET: "" };
    const { status, stdout } = admin(["reset-password", "ines@example.test"], { env });
    expect([status, stdout]).toEqual([0, expect.stringContaining("https://greenroom.test/reset#")]);
    expect(fs.existsSync(elsewhere)).toBe(false);
  });

  it("takes a password from standard input", async () => {
    const args = ["reset-password", "ines@example.test", "--password-stdin"];
    const { status, stdout } = admin(args, { input: "a-new-password-of-hers\n" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("is set")]);
    const { rows } = await query(db.ownerUrl, `SELECT password FROM "Account"`);
    expect(rows).toEqual([{ password: expect.stringMatching(/^[0-9a-f]+:[0-9a-f]+$/) }]);
    expect(admin(args).stderr).toContain("no password came on standard input");
    expect(admin(["reset-password", "ines@example.test", "--prompt"]).stderr).toContain(
      "there is no terminal to ask at; from a script use --password-stdin",
    );
  });

  it("says what was not understood, with exit code 2, before it looks for any database", () => {
    const env = { GREENROOM_DATA: path.join(dir, "nowhere") };
    expect(admin(["lst"], { env })).toMatchObject({ status: 2, stderr: expect.stringContaining("“lst”") });
    expect(admin(["--help"], { env })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Exit codes"),
    });
    expect(admin(["list"], { env })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("there is no Greenroom in"),
    });
    expect(fs.existsSync(env.GREENROOM_DATA)).toBe(false);
  });
});
