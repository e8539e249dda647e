import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEmbedded } from "./database/embedded-db.mjs";
import { migrate } from "./database/migrate.mjs";
import { inProject } from "./paths.mjs";
import { freePort } from "./processes.mjs";

// One installation for all: each test undoes what it did to it.
let data;
beforeAll(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-refused-"));
  fs.chmodSync(data, 0o755);
  const db = await startEmbedded({ dir: path.join(data, "postgres") });
  await migrate({ url: db.ownerUrl, dir: inProject("prisma/migrations") });
  await db.stop();
});
afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

const secretFile = () => path.join(data, "secret");
const secret = "s".repeat(43);
beforeEach(() => fs.writeFileSync(secretFile(), secret, { mode: 0o600 }));
afterEach(() => fs.rmSync(secretFile(), { recursive: true, force: true }));

/** Runs `npm start` as the shell would, to its end. */
async function start({ dir = data } = {}) {
  const child = spawn(process.execPath, [inProject("scripts/start.mjs")], {
    env: { PATH: process.env.PATH, PORT: String(await freePort()), GREENROOM_DATA: dir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let errors = "";
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (errors += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, out, errorLines: errors.trimEnd().split("\n") };
}

async function expectRefusal(reason, options) {
  const { code, out, errorLines } = await start(options);
  expect(errorLines).toEqual([expect.stringMatching(reason)]);
  expect(code).toBe(1);
  expect(out).not.toContain("Building");
  expect(out).not.toContain("ready");
  expect(fs.existsSync(path.join(options?.dir ?? data, "postgres/pgdata/postmaster.pid"))).toBe(false);
}

/** Runs `task` on the database as another version, or another secret's server, would have left it. */
async function withDatabase(changes, undo, task) {
  await inDatabase(changes);
  try {
    await task();
  } finally {
    await inDatabase(undo);
  }
}

async function inDatabase(sql) {
  const db = await startEmbedded({ dir: path.join(data, "postgres"), settings: ["fsync=off"] });
  const client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
    await db.stop();
  }
}

describe("npm start refuses in one line, before it builds or serves,", () => {
  it.each([
    ["is empty", ""],
    ["is too short", "half-of-a-secret"],
  ])("a secret that %s", async (_, text) => {
    fs.writeFileSync(secretFile(), text);
    await expectRefusal(
      /^Error: the secret in .+\/secret has \d+ characters, and must have 32 or more; restore/,
    );
  });

  it("a secret that is a folder", async () => {
    fs.rmSync(secretFile());
    fs.mkdirSync(secretFile());
    await expectRefusal(
      /^Error: .+\/secret, the secret of this installation, is a folder; put the file back/,
    );
  });

  it("a database that was served with a secret which is missing now, and makes no other", async () => {
    fs.rmSync(secretFile());
    const served = (by) => `UPDATE "Instance" SET "secretFingerprint" = ${by}`;
    await withDatabase(served("'of the first'"), served("NULL"), () =>
      expectRefusal(
        /^Error: the secret is missing: .+; restore that file from a backup, or set GREENROOM_SECRET/,
      ),
    );
    expect(fs.existsSync(secretFile())).toBe(false);
  });

  const init = "migration_name = '20261121110000_init'";
  it.each([
    [
      "of a newer version",
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('newer', 'x', '29990101000000_from_the_future', now())`,
      "DELETE FROM _prisma_migrations WHERE id = 'newer'",
      /^Error: this database was migrated by a newer or another Greenroom: it holds the migration 29990101000000_from_the_future, unknown/,
    ],
    [
      "with another text of a migration",
      `UPDATE _prisma_migrations SET checksum = reverse(checksum) WHERE ${init}`,
      `UPDATE _prisma_migrations SET checksum = reverse(checksum) WHERE ${init}`,
      /^Error: this database was migrated with another text of the migration 20261121110000_init; put back/,
    ],
    [
      "with a half-applied migration",
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE ${init}`,
      `UPDATE _prisma_migrations SET finished_at = now() WHERE ${init}`,
      /^Error: this database holds a half-applied migration \(20261121110000_init\); restore/,
    ],
  ])("a database %s", (_, changes, undo, reason) => withDatabase(changes, undo, () => expectRefusal(reason)));

  it("a data folder that another start works on, on whatever port", async () => {
    const first = await startEmbedded({
      dir: path.join(data, "postgres"),
      name: "npm start, process 7, port 3000",
      launcher: true,
    });
    const { code, errorLines } = await start();
    expect(code).toBe(1);
    expect(errorLines).toEqual([
      `Error: Greenroom already runs on the data in ${data}/postgres (npm start, process 7, port 3000); stop it, or name another data folder with GREENROOM_DATA`,
    ]);
    await first.stop();
  });
});

/** A small disk of its own, where this system lets us have one. */
function mountSmallDisk() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m,mode=755", "tmpfs", dir], { stdio: "pipe" });
    return dir;
  } catch {
    fs.rmdirSync(dir);
    return null;
  }
}

const disk = process.getuid?.() === 0 ? mountSmallDisk() : null;
afterAll(() => {
  if (!disk) return;
  execFileSync("umount", ["-l", disk]);
  fs.rmdirSync(disk);
});

const makeFull = (leftBytes) => {
  const { bavail, bsize } = fs.statfsSync(disk);
  fs.writeFileSync(path.join(disk, "filler"), Buffer.alloc(bavail * bsize - leftBytes));
};

describe.skipIf(disk === null)("on a disk of its own (left out where this account cannot mount one)", () => {
  beforeAll(() => execFileSync("cp", ["-a", path.join(data, "postgres"), disk]));
  beforeEach(() => fs.writeFileSync(path.join(disk, "secret"), secret));
  afterEach(() => fs.rmSync(path.join(disk, "filler"), { force: true }));

  it("refuses a full one within seconds, and says how much is missing", async () => {
    makeFull(1024 * 1024);
    const startMs = performance.now();
    await expectRefusal(/^Error: the disk of .+ is full: \d MB are left, and the database needs 32 MB/, {
      dir: disk,
    });
    expect(performance.now() - startMs).toBeLessThan(15_000);
  });

  it("refuses one without a byte left", async () => {
    makeFull(0);
    await expectRefusal(/^Error: .*disk.*full.*free some space/, { dir: disk });
  });

  it("refuses a read-only one", async () => {
    execFileSync("mount", ["-o", "remount,ro", disk]);
    try {
      await expectRefusal(/^Error: cannot write to the data folder .+ \(EROFS\); make it writable/, {
        dir: disk,
      });
    } finally {
      execFileSync("mount", ["-o", "remount,rw", disk]);
    }
  });
});
