import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbedded } from "./database/embedded-db.mjs";
import { migrate } from "./database/migrate.mjs";
import { inModules, inProject } from "./paths.mjs";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-backup-"));
// Root's database runs under another account, which has to reach it.
fs.chmodSync(root, 0o755);
const data = path.join(root, "data");
const node = inModules("node", "bin", "node");
const secret = "the-secret-of-this-installation-0123456789";
/** As lib/platform/crypto.ts makes it of that secret. */
let fingerprint;

function run(script, args, env = {}) {
  const { DATABASE_URL, GREENROOM_SECRET, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(node, [inProject(`scripts/${script}.mjs`), ...args], {
    env: { ...rest, GREENROOM_BOOTED: "1", GREENROOM_DATA: data, INIT_CWD: root, ...env },
    encoding: "utf8",
    input: "",
  });
  return { status, stdout, stderr };
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const all = fs.readdirSync(inProject("prisma/migrations")).filter((name) => !name.endsWith(".toml"));
const newest = all.sort().at(-1);
const key = path.join(root, "backup.key");

let db;
beforeAll(async () => {
  const { secretFingerprint } = await import("../lib/platform/crypto.ts");
  fingerprint = secretFingerprint(secret);
  fs.writeFileSync(key, "0123456789abcdef0123456789abcdef");
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, "secret"), secret);
  db = await startEmbedded({ dir: path.join(data, "postgres"), settings: ["fsync=off"] });
  // As of the release before: without the newest migration.
  const older = path.join(root, "older");
  for (const name of all)
    if (name !== newest)
      fs.cpSync(inProject("prisma/migrations", name), path.join(older, name), { recursive: true });
  await migrate({ url: db.ownerUrl, dir: older });
  await query(
    db.ownerUrl,
    `INSERT INTO "User" (id, name, email, "updatedAt") VALUES (gen_random_uuid(), 'Ines', 'ines@example.test', now());
     UPDATE "Instance" SET "secretFingerprint" = '${fingerprint}'`,
  );
});
afterAll(async () => {
  await db.stop();
  fs.rmSync(root, { recursive: true, force: true });
});

describe("npm run backup and npm run restore", () => {
  it("back up a running installation of an older release, and restore it into a new data folder, up to date", async () => {
    const made = run("backup", ["a.backup", "--key-file", "backup.key", "--with-secret"]);
    expect([made.status, made.stderr]).toEqual([0, ""]);
    expect(made.stdout).toMatch(/a\.backup: 0\.\d MB, \d+ rows of \d+ tables as of 20/);
    expect(made.stdout).not.toContain("is not in it");

    const checked = run("restore", ["a.backup", "--check", "--key-file", "backup.key"]);
    expect([checked.status, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/^Whole: \d+ rows of \d+ tables/),
    ]);

    const elsewhere = path.join(root, "elsewhere");
    const env = { GREENROOM_DATA: elsewhere };
    const restored = run("restore", ["a.backup", "--key-file", "backup.key"], env);
    expect([restored.status, restored.stderr]).toEqual([0, ""]);
    expect(restored.stdout).toContain("Every row is what was backed up");
    expect(restored.stdout).toContain(`Applied migration ${newest}`);
    expect(fs.readFileSync(path.join(elsewhere, "secret"), "utf8")).toBe(secret);
    expect(run("restore", ["a.backup", "--key-file", "backup.key"], env)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /not empty: a Greenroom lives in it \(1 people, 0 workspaces, 0 skills\)/,
      ),
    });
  });

  it("say what is missing of the secret, and put it into no file that everybody can read", async () => {
    expect(run("backup", ["b.backup", "--with-secret"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--with-secret needs --encrypt or --key-file"),
    });
    const made = run("backup", ["b.backup"]);
    expect([made.status, made.stdout]).toEqual([
      0,
      expect.stringContaining("The secret of this installation is not in it. Keep that apart"),
    ]);
    expect(fs.statSync(path.join(root, "b.backup")).mode & 0o777).toBe(0o600);
    await query(db.ownerUrl, "CREATE DATABASE apart");
    const env = {
      DATABASE_URL: db.ownerUrl.replace(/greenroom$/, "apart"),
      GREENROOM_DATA: path.join(root, "no"),
    };
    const restored = run("restore", ["b.backup"], env);
    expect([restored.status, restored.stdout]).toEqual([
      0,
      expect.stringContaining("put the secret of the backup's installation into"),
    ]);
    expect(fs.existsSync(path.join(root, "no"))).toBe(false);
  });

  it("refuse a backup of a newer release, a wrong key and what is no backup, before any folder is made", async () => {
    const [{ id }] = await query(
      db.ownerUrl,
      `SELECT id FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1`,
    );
    await query(
      db.ownerUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('new', 'x', '29990101000000_new', now())`,
    );
    expect(run("backup", ["newer.backup"]).status).toBe(0);
    await query(db.ownerUrl, `DELETE FROM _prisma_migrations WHERE id = 'new' AND id <> '${id}'`);
    const env = { GREENROOM_DATA: path.join(root, "never") };
    const refused = (file, words, more = {}) =>
      expect(run("restore", [file], { ...env, ...more })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(words),
      });
    refused(
      "newer.backup",
      "made by a newer or another Greenroom: it holds the migration 29990101000000_new",
    );
    refused("a.backup", "there is no terminal to ask at; set GREENROOM_BACKUP_PASSPHRASE");
    refused("a.backup", "it was made with another", { GREENROOM_BACKUP_PASSPHRASE: "not that passphrase" });
    refused("none.backup", "there is no file");
    refused("backup.key", "is no backup that Greenroom made");
    expect(fs.existsSync(env.GREENROOM_DATA)).toBe(false);
    for (const script of ["backup", "restore"]) {
      expect(run(script, [])).toMatchObject({ status: 2, stderr: expect.stringContaining("Name one file.") });
      expect(run(script, ["--help"])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("Exit codes"),
      });
    }
    const short = run("backup", ["c.backup", "--encrypt"], { GREENROOM_BACKUP_PASSPHRASE: "short" });
    expect([short.status, short.stderr]).toEqual([1, expect.stringContaining("12 characters or more")]);
  });
});
