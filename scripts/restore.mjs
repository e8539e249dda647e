// npm run restore -- <file>: brings a backup into an empty database and checks what came.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { passphraseReader } from "./backups/backup-passphrase.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { plainly } from "./database/database-errors.mjs";
import { openInstallation, typedPath } from "./database/installation-database.mjs";
import { inProject } from "./paths.mjs";
import { explain, PlainError, say, secondsSince } from "./progress.mjs";
import { runTypescript } from "./run-typescript.mjs";
import { loadDotEnv } from "./server/server-environment.mjs";

const HELP = `npm run restore -- <file> [options]

Brings a backup into the database that DATABASE_URL (and DATABASE_OWNER_URL) name, or into the data folder. It must be
empty. Everything is checked before it is kept; whatever goes wrong leaves the database empty.

  --check            only reads the file to its end, and says whether it is whole; no database is needed
  --key-file <file>  opens a backup that was encrypted with this file; a passphrase is asked for, or taken from
                     GREENROOM_BACKUP_PASSPHRASE
  --accept-damage    restores also what was damaged before it was backed up, and names it

Exit codes: 0 restored, or whole; 1 not; 2 not understood.`;

const options = {
  help: { type: "boolean", short: "h" },
  check: { type: "boolean" },
  "key-file": { type: "string" },
  "accept-damage": { type: "boolean" },
};

async function main() {
  loadDotEnv();
  await bootstrap(import.meta.url);
  process.removeAllListeners("warning"); // Node says of its own TypeScript that it is new
  const typed = parseTyped(process.argv.slice(2));
  if (typed.problem) {
    console.error(`Error: ${typed.problem}\n\n${HELP}`);
    return 2;
  }
  if (typed.help) {
    say(HELP);
    return 0;
  }
  const backup = { file: typed.file, readPassphrase: passphraseReader(typed) };
  return typed.check ? check(backup) : restore(backup, typed);
}

function parseTyped(args) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return { help: true };
    if (positionals.length !== 1) return { problem: "Name one file." };
    return {
      file: typedPath(positionals[0]),
      keyFile: values["key-file"],
      check: values.check === true,
      acceptDamage: values["accept-damage"] === true,
    };
  } catch (error) {
    return { problem: error.message.split("\n")[0] };
  }
}

async function check(backup) {
  const { checkBackup } = await import("./backups/restore-backup.mjs");
  const { at, greenroom, tables } = await checkBackup(backup);
  say(`Whole: ${rowsOf(tables)} rows of ${tables.length} tables as of ${at}, by Greenroom ${greenroom}`);
  return 0;
}

const rowsOf = (tables) => tables.reduce((sum, table) => sum + table.rows, 0);

async function restore(backup, { acceptDamage }) {
  const startMs = performance.now();
  const { openingOf, restoreBackup } = await import("./backups/restore-backup.mjs");
  await openingOf(backup); // before a data folder is made for it
  const { packageDigest } = await runTypescript("lib/skills/digest.ts");
  const db = await openInstallation({ command: "npm run restore", log: say, mayBeNew: true, alone: true });
  try {
    const { ownerUrl } = db;
    const restored = await restoreBackup({ ownerUrl, ...backup, packageDigest, acceptDamage, log: say });
    const { manifest, checked, damage } = restored;
    for (const line of damage) say(`Damaged before it was backed up: ${line}`);
    say(
      `Restored ${rowsOf(manifest.tables)} rows of ${manifest.tables.length} tables in ${secondsSince(startMs)}. Every row is what was backed up; checked: ${checked.blobs} files by their sha256, ${checked.versions} versions by their digest`,
    );
    await bringUpToDate(ownerUrl);
    await settleSecret(db, restored);
    return 0;
  } finally {
    await db.stop();
  }
}

/** A backup of an older release: from here on it is a database like any other that its next start would migrate. */
async function bringUpToDate(url) {
  const { migrate } = await import("./database/migrate.mjs");
  try {
    await migrate({ url, dir: inProject("prisma/migrations"), log: say });
  } catch (error) {
    throw new PlainError(`everything was restored, but is not up to date: ${error.message}`, {
      cause: error,
    });
  }
}

/** What the backup was sealed with: put in its place, found there, or asked for. */
async function settleSecret({ dir }, { manifest, secret }) {
  const { secretFingerprint } = await runTypescript("lib/platform/crypto.ts");
  const { readSecret } = await import("./server/instance-secret.mjs");
  const wanted = manifest.secretFingerprint;
  if (wanted === null) return;
  const file = path.join(dir, "secret");
  const here = readSecret(dir);
  if (here !== null && secretFingerprint(here) === wanted)
    say("The secret that is here opens what it sealed");
  else if (here !== null)
    say(
      `The secret that is here is another: put the one of the backup's installation into ${file} or GREENROOM_SECRET`,
    );
  else if (secret === null)
    say(
      `Before you start it, put the secret of the backup's installation into ${file} or GREENROOM_SECRET: it is not in the backup, and nothing that was encrypted opens without it`,
    );
  else {
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(file, secret, { mode: 0o600, flag: "wx", flush: true });
    say(`The secret of the installation is in ${file}`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(plainly(error));
  process.exitCode = 1;
}
process.exit();
