import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProject } from "../paths.mjs";
import { isAlive } from "../processes.mjs";
import { createSetupLink } from "../server/setup-link.mjs";
import { startEmbedded } from "./embedded-db.mjs";
import { migrate } from "./migrate.mjs";

let dir;
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-db-"));
  fs.chmodSync(dir, 0o755);
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

async function query(connectionString, sql, values) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that opens the same database and holds it until it is killed; resolves to it and its server. */
async function anotherProcess() {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(inProject("scripts/database/embedded-db.mjs"))});
    const { port, reused, ownerUrl } = await startEmbedded({ dir: ${JSON.stringify(dir)} });
    console.log(JSON.stringify({ port, reused, ownerUrl }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const text = await new Promise((resolve) => child.stdout.once("data", resolve));
  return { child, ...JSON.parse(String(text)) };
}

const kill = (child) => {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  return gone;
};

const postgresPid = () =>
  Number(fs.readFileSync(path.join(dir, "pgdata/postmaster.pid"), "utf8").split("\n")[0]);

describe("the embedded database", () => {
  it("is shared by processes and stops with the last one", async () => {
    const first = await startEmbedded({ dir });
    const second = await anotherProcess();
    expect(second).toMatchObject({ port: first.port, reused: true });
    const pid = postgresPid();

    await first.stop();
    expect(isAlive(pid)).toBe(true);
    await kill(second.child);

    const last = await startEmbedded({ dir });
    expect(last).toMatchObject({ port: first.port, reused: true });
    await last.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("keeps every acknowledged row when it and its user are killed outright", async () => {
    const user = await anotherProcess();
    await query(user.ownerUrl, "CREATE TABLE kept (n int)");
    await query(user.ownerUrl, "INSERT INTO kept SELECT generate_series(1, 1000)");
    const pid = postgresPid();
    process.kill(pid, "SIGKILL");
    await kill(user.child);

    const next = await startEmbedded({ dir });
    const [row] = await query(next.ownerUrl, "SELECT count(*)::int AS n FROM kept");
    await next.stop();
    expect(row).toEqual({ n: 1000 });
  });

  it("starts once when several processes start at the same moment", async () => {
    const all = await Promise.all([anotherProcess(), anotherProcess(), anotherProcess()]);
    expect(new Set(all.map(({ port }) => port)).size).toBe(1);
    expect(all.filter(({ reused }) => !reused)).toHaveLength(1);
    await Promise.all(all.map(({ child }) => kill(child)));
    const last = await startEmbedded({ dir });
    await last.stop();
  });

  it("keeps its passwords from other accounts", async () => {
    const modes = ["owner-password", "app-password"].map(
      (name) => fs.statSync(path.join(dir, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600]);
  });
});

describe("the set-up link", () => {
  let db;
  beforeAll(async () => {
    db = await startEmbedded({ dir, database: "migrated" });
    await migrate({ url: db.ownerUrl, dir: inProject("prisma/migrations") });
  });
  afterAll(() => db.stop());

  it("makes a link of 256 bits, of which the database knows only the hash", async () => {
    const link = await createSetupLink({ databaseUrl: db.ownerUrl, publicUrl: "http://here:3000" });
    const token = /^http:\/\/here:3000\/setup#([\w-]{43})$/.exec(link)?.[1];
    expect(token).toBeDefined();
    const [row] = await query(
      db.ownerUrl,
      `SELECT "setupTokenHash" = encode(sha256($1::bytea), 'hex') AS matches,
              "setupExpiresAt" BETWEEN now() + '23 hours' AND now() + '24 hours' AS "inADay" FROM "Instance"`,
      [token],
    );
    expect(row).toEqual({ matches: true, inADay: true });
  });

  it("replaces the link at every start, and makes none once the instance is claimed", async () => {
    const link = () => createSetupLink({ databaseUrl: db.ownerUrl, publicUrl: "http://here:3000" });
    expect(await link()).not.toBe(await link());
    await query(db.ownerUrl, `UPDATE "Instance" SET "claimedAt" = now()`);
    expect(await link()).toBeNull();
  });
});
