// npm run admin -- <command>: looks after accounts from the machine, for who cannot get in any other way.
import os from "node:os";
import { askTwice, readLine } from "./ask-unseen.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { generateClient } from "./build-steps.mjs";
import { openInstallation } from "./database/installation-database.mjs";
import { inProject } from "./paths.mjs";
import { explain, PlainError } from "./progress.mjs";
import { runTypescript } from "./run-typescript.mjs";
import { findRunningServer } from "./server/run-server.mjs";
import { loadDotEnv, publicUrlOf, readAddress } from "./server/server-environment.mjs";

const terminal = {
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
  readPassword,
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
  const db = await openInstallation({ command: "npm run admin", log: terminal.complain });
  try {
    await requireNewestSchema(db.ownerUrl);
    const server = db.isOwn ? null : findRunningServer(db.dir);
    Object.assign(process.env, {
      DATABASE_URL: db.url,
      DATABASE_OWNER_URL: "",
      DATABASE_DIRECT_URL: "", // this is past a pooler already
      GREENROOM_DATA: db.dir,
      // Nothing here is sealed or signed with it, and a machine beside the server may not have it.
      GREENROOM_SECRET: "not-used-by-these-commands-0123456789",
      GREENROOM_URL: process.env.GREENROOM_URL ?? server?.url ?? publicUrlOf(readAddress([])),
      LOG_LEVEL: "silent",
    });
    const { runAdminCommand } = await runTypescript("lib/accounts/commands/run-admin-command.ts");
    // The server of a database of one's own may run elsewhere: nothing is known of it here.
    const isServerRunning = db.isOwn || server !== null;
    return await runAdminCommand(
      command,
      { databaseUrl: db.url, account: os.userInfo().username, isServerRunning },
      terminal,
    );
  } finally {
    await db.stop();
  }
}

async function readPassword(from) {
  if (from !== "stdin") return askTwice("New password", "from a script use --password-stdin");
  const line = await readLine(process.stdin);
  if (line === undefined) throw new PlainError("no password came on standard input");
  return line;
}

async function requireNewestSchema(url) {
  const { pendingMigrations } = await import("./database/migrate.mjs");
  const pending = await pendingMigrations({ url, dir: inProject("prisma/migrations") });
  if (pending.length > 0)
    throw new PlainError(
      "the database is older than this Greenroom; start it once with npm start, which brings it up to date",
    );
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
process.exit();
