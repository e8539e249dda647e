import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { markOf } from "../process-marks.mjs";
import { endChild, isAlive } from "../processes.mjs";
import { LONGEST_LOG_BYTES } from "./database-log.mjs";
import { startEmbedded } from "./embedded-db.mjs";

let template; // made once and copied: most of a first start is making the files
let home;
let running;
let said;
beforeAll(async () => {
  template = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-template-"));
  fs.chmodSync(template, 0o755);
  const db = await startEmbedded({ dir: path.join(template, "db") });
  await query(db, "CREATE TABLE kept (n int)");
  await query(db, "INSERT INTO kept VALUES (1)");
  await db.stop();
});
afterAll(() => fs.rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-folder-"));
  fs.chmodSync(home, 0o755);
  running = [];
  said = [];
});
afterEach(async () => {
  for (const db of running) await db.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

const at = (...parts) => path.join(home, ...parts);
const pidFile = (name) => at(name, "pgdata/postmaster.pid");

async function start(name, options = {}) {
  const settings = ["fsync=off"];
  const db = await startEmbedded({ dir: at(name), log: (line) => said.push(line), settings, ...options });
  running.push(db);
  return db;
}

async function query({ ownerUrl }, sql) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const numbers = async (db) => (await query(db, "SELECT n FROM kept ORDER BY n")).map(({ n }) => n);
const keep = (db, n) => query(db, `INSERT INTO kept VALUES (${n})`);

/** A folder with one row, as a stopped start leaves it. */
const furnish = (name) => execFileSync("cp", ["-a", path.join(template, "db"), at(name)]);

function startWithTable(name) {
  furnish(name);
  return start(name);
}

const copy = (from, to) => execFileSync("cp", ["-a", at(from), at(to)]);

/** A program of somebody else's, with an id that a file may name. */
function somebodyElse() {
  return spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
}

describe("a copy of a running data folder", () => {
  it("has a database of its own beside the original, and neither sees what the other writes", async () => {
    const original = await startWithTable("original");
    copy("original", "copy");
    const other = await start("copy");
    expect(other.reused).toBe(false);
    expect(said).toContainEqual(
      expect.stringContaining(`${at("original")}/pgdata, from which this folder was copied or moved`),
    );
    await keep(original, 2);
    await keep(other, 3);
    expect(await numbers(original)).toEqual([1, 2]);
    expect(await numbers(other)).toEqual([1, 3]);
  });

  it("goes on when the original stops, and stops without ending the original", async () => {
    const original = await startWithTable("original");
    copy("original", "copy");
    const other = await start("copy");
    await original.stop();
    expect([isAlive(original.pid), isAlive(other.pid)]).toEqual([false, true]);
    await keep(other, 2);

    const again = await start("original");
    await other.stop();
    expect([isAlive(again.pid), isAlive(other.pid)]).toEqual([true, false]);
    expect(await numbers(again)).toEqual([1]);
  });

  it("is not held up by the start of the original, whose lock it has", async () => {
    furnish("original");
    // As it lies there while this process is starting the original.
    fs.writeFileSync(at("original/start.lock"), JSON.stringify(markOf(process.pid, at("original"))));
    copy("original", "copy");
    fs.rmSync(at("original/start.lock"));
    expect(await numbers(await start("copy"))).toEqual([1]);
  });
});

describe("a data folder that moved while its database ran", () => {
  it("is the same folder still, under its new path and through a link", async () => {
    const first = await startWithTable("here");
    fs.renameSync(at("here"), at("there"));
    fs.symlinkSync(at("there"), at("link"));
    for (const name of ["there", "link"]) {
      const joined = await start(name);
      expect(joined).toMatchObject({ reused: true, pid: first.pid });
      expect(await numbers(joined)).toEqual([1]);
    }
    for (const db of running.splice(0)) await db.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(fs.existsSync(at("here"))).toBe(false);
  });
});

describe("a pid file that names no living database of the folder", () => {
  it("is removed with a line that says so, and the process that has the id by now is left alone", async () => {
    furnish("data");
    const stranger = somebodyElse();
    const lines = [stranger.pid, at("data/pgdata"), 1, 1, "", "127.0.0.1", "", "ready"];
    fs.writeFileSync(pidFile("data"), `${lines.join("\n")}\n`);
    const db = await start("data");
    expect(said).toContainEqual(
      expect.stringMatching(/^Removing a postmaster\.pid that names no .+: process \d+ ended without/),
    );
    expect(await numbers(db)).toEqual([1]);
    await db.stop();
    expect(isAlive(stranger.pid)).toBe(true);
    await endChild(stranger);
  });

  it("holds nothing up when the id in it or in the lock is this very process's, as in a new container", async () => {
    furnish("data");
    const lines = [process.pid, at("data/pgdata"), 1, 1, "", "127.0.0.1", "", "ready"];
    fs.writeFileSync(pidFile("data"), `${lines.join("\n")}\n`);
    const mark = { ...markOf(process.pid, at("data")), started: "before" };
    fs.writeFileSync(at("data/start.lock"), JSON.stringify(mark));
    expect(await numbers(await start("data"))).toEqual([1]);
  });
});

describe("a data folder in use", () => {
  it("refuses a second launcher with the first one's name, and lets other programs join", async () => {
    furnish("data");
    const first = await start("data", { launcher: true, name: "npm start, process 7, port 3000" });
    await expect(start("data", { launcher: true })).rejects.toThrow(
      `Greenroom already runs on the data in ${at("data")} (npm start, process 7, port 3000); stop it, or name another data folder with GREENROOM_DATA`,
    );
    const tool = await start("data");
    await first.stop();
    const second = await start("data", { launcher: true });
    expect(second.pid).toBe(first.pid);
    expect(tool.reused).toBe(true);
  });

  it("refuses while another container or machine shows that it lives there", async () => {
    furnish("data");
    const lines = [4_000_000, "/data/pgdata", 1, 1, "", "127.0.0.1", "", "ready"];
    fs.writeFileSync(pidFile("data"), `${lines.join("\n")}\n`);
    let beats = 0;
    const elsewhere = setInterval(
      () => fs.writeFileSync(at("data/heartbeat"), JSON.stringify({ home: "elsewhere", beats: ++beats })),
      200,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(start("data")).rejects.toThrow(/is used by another container or machine at this moment/);
    expect(fs.existsSync(pidFile("data"))).toBe(true);
    clearInterval(elsewhere);
    expect(await numbers(await start("data"))).toEqual([1]);
  });

  it("says which process lets nobody in, when the database hangs", async () => {
    const db = await startWithTable("data");
    process.kill(db.pid, "SIGSTOP");
    try {
      await expect(start("data")).rejects.toThrow(
        new RegExp(`is held by process ${db.pid}, which lets nobody in \\(.+\\); end what fills or stops it`),
      );
    } finally {
      process.kill(db.pid, "SIGCONT");
    }
  });
});

describe("an embedded database", () => {
  it("tells whoever holds it when it dies, and stops in silence", async () => {
    const db = await startWithTable("data");
    process.kill(db.pid, "SIGKILL");
    await db.lost;
    const again = await start("data", { port: db.port });
    expect(again.port).toBe(db.port);
    let lost = false;
    void again.lost.then(() => (lost = true));
    await again.stop();
    expect([isAlive(again.pid), lost]).toEqual([false, false]);
  });

  it("keeps a log that is bounded", async () => {
    furnish("data");
    fs.writeFileSync(at("data/postgres.log"), "x".repeat(LONGEST_LOG_BYTES + 1));
    await start("data");
    expect(fs.statSync(at("data/postgres.log")).size).toBeLessThan(10_000);
    expect(fs.statSync(at("data/postgres.log.1")).size).toBeLessThanOrEqual(LONGEST_LOG_BYTES);
  });

  it.each([
    [
      "of another major version of Postgres",
      "PG_VERSION",
      "17\n",
      /incompatible with server; .*start the version of Greenroom that made it/,
    ],
    [
      "that was damaged",
      "global/pg_control",
      "",
      /did not start: .*pg_control.*restore a backup\. Its log is /,
    ],
  ])("says from its log why it does not start on data %s, at once", async (_, file, text, reason) => {
    furnish("data");
    fs.writeFileSync(at("data/pgdata", file), text);
    await expect(start("data")).rejects.toThrow(reason);
  });

  it("gives itself the files of a copy that belongs to root or that others can read", async () => {
    furnish("data");
    fs.chmodSync(at("data/pgdata"), 0o755);
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", "root:root", at("data")]);
    expect(await numbers(await start("data"))).toEqual([1]);
  });
});
