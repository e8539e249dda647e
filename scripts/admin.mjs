// npm run admin -- <command>: looks after accounts from the machine, for who cannot get in any other way.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { bootstrap } from "./bootstrap.mjs";
import { generateClient } from "./build-steps.mjs";
import { dataDir } from "./data-dir.mjs";
import { inProject } from "./paths.mjs";
import { explain, PlainError } from "./progress.mjs";
import { findRunningServer } from "./run-server.mjs";
import { runTypescript } from "./run-typescript.mjs";
import { loadDotEnv, publicUrlOf, readAddress, readDatabaseUrl } from "./server-environment.mjs";

const terminal = {
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
  readPassword: (from) => (from === "stdin" ? readLine(process.stdin) : askTwice()),
};

async function main() {
  loadDotEnv();
  await bootstrap(import.meta.url);
  process.removeAllListeners("warning"); // Node says of its own TypeScript that it is new
  const { adminHelp, parseAdminCommand } = await runTypescript("lib/accounts/admin-command.ts");
  const command = parseAdminCommand(process.argv.slice(2));
  if (command.name === "wrong") {
    terminal.complain(`Error: ${command.problem}\n\n${adminHelp()}`);
    return 2;
  }
  if (command.name === "help") {
    terminal.say(adminHelp());
    return 0;
  }
  await generateClient();
  return runBesideDatabase(command);
}

async function runBesideDatabase(command) {
  const dir = dataDir();
  const own = readDatabaseUrl("DATABASE_URL");
  if (!own) requireInstallation(dir);
  const db = own
    ? { url: own, ownerUrl: readDatabaseUrl("DATABASE_OWNER_URL") ?? own, stop: async () => {} }
    : await joinEmbedded(dir);
  try {
    await requireNewestSchema(db.ownerUrl);
    const server = own ? null : findRunningServer(dir);
    Object.assign(process.env, {
      DATABASE_URL: db.url,
      DATABASE_OWNER_URL: "",
      GREENROOM_DATA: dir,
      // Nothing here is sealed or signed with it, and a machine beside the server may not have it.
      GREENROOM_SECRET: "not-used-by-these-commands-0123456789",
      GREENROOM_URL: process.env.GREENROOM_URL ?? server?.url ?? publicUrlOf(readAddress([])),
      LOG_LEVEL: "silent",
    });
    const { runAdminCommand } = await runTypescript("lib/accounts/commands/run-admin-command.ts");
    // The server of a database of one's own may run elsewhere: nothing is known of it here.
    const isServerRunning = own !== null || server !== null;
    return await runAdminCommand(
      command,
      { databaseUrl: db.url, account: os.userInfo().username, isServerRunning },
      terminal,
    );
  } finally {
    await db.stop();
  }
}

async function joinEmbedded(dir) {
  const { startEmbedded } = await import("./embedded-db.mjs");
  return startEmbedded({
    dir: path.join(dir, "postgres"),
    name: `npm run admin, process ${process.pid}`,
    log: terminal.complain,
  });
}

/** Before anything is started or made: a slip in the folder's name must not found another installation. */
function requireInstallation(dir) {
  if (!["postgres", "secret"].some((name) => fs.existsSync(path.join(dir, name))))
    throw new PlainError(
      `there is no Greenroom in ${dir}; name its data folder with GREENROOM_DATA, or its database with DATABASE_URL`,
    );
  const { uid } = fs.statSync(dir);
  if (process.getuid && uid !== process.getuid())
    throw new PlainError(
      `${dir} belongs to another account (user id ${uid}); run this as the account that runs Greenroom`,
    );
}

async function requireNewestSchema(url) {
  const { pendingMigrations } = await import("./migrate.mjs");
  const pending = await pendingMigrations({ url, dir: inProject("prisma/migrations") });
  if (pending.length > 0)
    throw new PlainError(
      "the database is older than this Greenroom; start it once with npm start, which brings it up to date",
    );
}

async function readLine(input, output) {
  const lines = createInterface({ input, ...(output ? { output, terminal: true } : {}) });
  try {
    for await (const line of lines) return line;
    throw new PlainError("no password came on standard input");
  } finally {
    lines.close();
  }
}

/** Asks at the terminal; what is typed is not shown. */
async function askTwice() {
  if (!process.stdin.isTTY)
    throw new PlainError("--prompt needs a terminal; from a script use --password-stdin");
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write("New password: ");
  const first = await readLine(process.stdin, unseen);
  process.stderr.write("\nOnce more: ");
  const second = await readLine(process.stdin, unseen);
  process.stderr.write("\n");
  if (first !== second) throw new PlainError("the two are not the same; nothing was changed");
  return first;
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
process.exit();
