// npm run doctor: says in words what is wrong with an installation, and what to do. Installs, starts and mends nothing
// but an embedded database that does not run, for as long as it looks into it.
import { parseArgs } from "node:util";
import { dataDir } from "./data-dir.mjs";
import { openInstallation } from "./database/installation-database.mjs";
import * as machine from "./doctor/doctor-machine.mjs";
import { explain, say } from "./progress.mjs";
import { loadDotEnv, readDatabaseUrl } from "./server/server-environment.mjs";

const HELP = `npm run doctor -- [options]

Looks at this installation, whether its server runs or not, and says what is wrong and what to do.

  --deep   reads every file and works out every digest, instead of a sample
  --json   one JSON document: { checks: [{ name, state, says, todo }] }

Exit codes: 0 well, or with warnings; 1 a problem; 2 not understood.`;

const options = {
  help: { type: "boolean", short: "h" },
  deep: { type: "boolean" },
  json: { type: "boolean" },
};

async function main() {
  const typed = parseTyped();
  if (typed.problem) {
    console.error(`Error: ${typed.problem}\n\n${HELP}`);
    return 2;
  }
  if (typed.help) {
    say(HELP);
    return 0;
  }
  loadDotEnv();
  process.removeAllListeners("warning"); // Node says of its own TypeScript that it is new
  const show = typed.json ? () => {} : print;
  const checks = await examine({ deep: typed.deep === true, show });
  const problems = checks.filter(({ state }) => state === "problem").length;
  const warnings = checks.filter(({ state }) => state === "warning").length;
  say(typed.json ? JSON.stringify({ checks }, null, 2) : `\n${problems} problems, ${warnings} warnings`);
  return problems > 0 ? 1 : 0;
}

function parseTyped() {
  try {
    return parseArgs({ args: process.argv.slice(2), options }).values;
  } catch (error) {
    return { problem: error.message.split("\n")[0] };
  }
}

const MARKS = { well: "ok     ", warning: "warning", problem: "PROBLEM", skipped: "-      " };

function print({ name, state, says, todo }) {
  say(`${MARKS[state]}  ${name}: ${says}${todo ? `\n         ${todo}` : ""}`);
}

async function examine({ deep, show }) {
  const checks = [];
  const look = async (name, check, ...input) => {
    const found = await safely(check, ...input);
    checks.push({ name, ...found });
    show(checks.at(-1));
    return found.state !== "problem";
  };
  const place = { dir: dataDir(), isOwn: Boolean(process.env.DATABASE_URL) };
  await look("Node", machine.checkNode);
  await look("Packages", machine.checkPackages);
  await look("Settings", machine.checkSettings);
  const hasFolder = await look("Data folder", machine.checkFolder, place);
  await look("Disk", machine.checkDisk, place);
  await look("Server", machine.checkServer, place);
  await look("Mail", machine.checkMail);
  if (hasFolder || place.isOwn) await examineDatabase({ look, deep });
  return checks;
}

async function examineDatabase({ look, deep }) {
  let installation = null;
  let db = null;
  try {
    const reached = await look("Database", async () => {
      readDatabaseUrl("DATABASE_OWNER_URL");
      installation = await openInstallation({ command: "npm run doctor", log: () => {} });
      const { checkPostgres, connectToLook } = await import("./doctor/doctor-database.mjs");
      db = await connectToLook(installation.url, { deep });
      return checkPostgres({ db });
    });
    if (!reached || !db) return;
    const database = await import("./doctor/doctor-database.mjs");
    const context = { ...installation, db, deep };
    await look("Telling and hearing", database.checkListening, context);
    await look("Time limits", database.checkLimits, context);
    await look("Clock", database.checkClock, context);
    if (!(await look("Migrations", database.checkMigrations, context))) return;
    await look("Rights", database.checkRights, context);
    await look("Secret", database.checkSecret, context);
    await look("Files", database.checkBytes, context);
    await look("Versions", database.checkDigests, context);
    await look("Background work", database.checkWork, context);
  } finally {
    await db?.end().catch(() => {});
    await installation?.stop();
  }
}

/** Whatever a check cannot do is what it has found. */
async function safely(check, ...input) {
  try {
    return await check(...input);
  } catch (error) {
    const says = error.message || error.errors?.[0]?.message || error.code || String(error);
    return machine.problem(says.split("\n")[0], adviceOf(error));
  }
}

function adviceOf(error) {
  if (error.name === "PlainError") return "as it says";
  if (["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"].includes(error.code))
    return "look at DATABASE_URL: host, port, role, password and database";
  if (error.code === "42501") return "grant the role what the migrations grant to greenroom_app";
  if (error.code === "42P01") return "run: npm start, which makes the tables";
  return "see the log of the server and of the database";
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
process.exit();
