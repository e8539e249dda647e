// npm run backup -- <file>: writes the whole installation into one file, while its server runs or not.
import { parseArgs } from "node:util";
import { sealing } from "./backups/backup-cipher.mjs";
import { choosePassphrase } from "./backups/backup-passphrase.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { plainly } from "./database/database-errors.mjs";
import { openInstallation, typedPath } from "./database/installation-database.mjs";
import { STOP_SIGNALS } from "./processes.mjs";
import { explain, PlainError, say, secondsSince } from "./progress.mjs";
import { loadDotEnv } from "./server/server-environment.mjs";

const HELP = `npm run backup -- <file> [options]

Writes everything the database holds into one file, as it was at one moment; the server may run meanwhile.

  --encrypt          encrypts the file with a passphrase, asked for or in GREENROOM_BACKUP_PASSPHRASE
  --key-file <file>  encrypts it with the bytes of a file
  --with-secret      puts the secret of this installation into it; only into an encrypted one

Exit codes: 0 written, 1 not written, 2 not understood.`;

const options = {
  help: { type: "boolean", short: "h" },
  encrypt: { type: "boolean" },
  "key-file": { type: "string" },
  "with-secret": { type: "boolean" },
};

async function main() {
  loadDotEnv();
  await bootstrap(import.meta.url);
  const typed = parseTyped(process.argv.slice(2));
  if (typed.problem) {
    console.error(`Error: ${typed.problem}\n\n${HELP}`);
    return 2;
  }
  if (typed.help) {
    say(HELP);
    return 0;
  }
  return backUp(typed);
}

function parseTyped(args) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return { help: true };
    if (positionals.length !== 1) return { problem: "Name one file." };
    const keyFile = values["key-file"];
    const isSealed = values.encrypt === true || keyFile !== undefined;
    if (values["with-secret"] && !isSealed)
      return {
        problem: "--with-secret needs --encrypt or --key-file: whoever has the secret can open every key.",
      };
    return { file: typedPath(positionals[0]), keyFile, isSealed, withSecret: values["with-secret"] === true };
  } catch (error) {
    return { problem: error.message.split("\n")[0] };
  }
}

async function backUp({ file, keyFile, isSealed, withSecret }) {
  const startMs = performance.now();
  const stopped = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => stopped.abort());
  const seal = isSealed ? await sealing(await choosePassphrase({ keyFile })) : null;
  const db = await openInstallation({ command: "npm run backup", log: console.error });
  try {
    const { readSecret } = await import("./server/instance-secret.mjs");
    const secret = withSecret ? readSecret(db.dir) : null;
    if (withSecret && secret === null)
      throw new PlainError(`there is no secret in ${db.dir}, and GREENROOM_SECRET is not set`);
    const { writeBackup } = await import("./backups/write-backup.mjs");
    const written = await writeBackup({ ownerUrl: db.ownerUrl, file, seal, secret, signal: stopped.signal });
    report(file, written, startMs);
    return 0;
  } finally {
    await db.stop();
  }
}

function report(file, { manifest, fileBytes }, startMs) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `${file}: ${(fileBytes / 1e6).toFixed(1)} MB, ${rows} rows of ${manifest.tables.length} tables as of ${manifest.at}, in ${secondsSince(startMs)}`,
  );
  if (manifest.secretFingerprint && !manifest.holdsSecret)
    say(
      "The secret of this installation is not in it. Keep that apart (GREENROOM_SECRET, or the file `secret` of the data folder): without it no key, token or second step can be opened after a restore.",
    );
  say(`Whether it can be read: npm run restore -- ${file} --check`);
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(plainly(error));
  process.exitCode = 1;
}
process.exit();
