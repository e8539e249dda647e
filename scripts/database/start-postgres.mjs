// Making, starting and stopping the Postgres of a folder, and why it would not start.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import { promisify } from "node:util";
import { isSameProcess } from "../process-marks.mjs";
import { endChild, freePort, isAlive, sleep } from "../processes.mjs";
import { PlainError } from "../progress.mjs";
import { adviceFor } from "./database-errors.mjs";
import { logSize, readLog, reasonIn } from "./database-log.mjs";
import { hasCluster, OWNER_ROLE } from "./database-place.mjs";
import { requireSpace } from "./disk-space.mjs";
import { askPostgres, clearPidFile } from "./find-postgres.mjs";

const START_TIMEOUT_MS = 60_000;
const RECOVERY_MS = 600_000;
const SAY_AGAIN_MS = 15_000;
const STOP_TIMEOUT_MS = 10_000;

/** What a new database takes, and what an old one needs to write at all: a segment of its log has 16 MB. */
const NEW_CLUSTER_MB = 100;
const RUNNING_MB = 32;

const FIXED_SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=100",
  "shared_buffers=128MB",
];

// Postgres needs nothing of this process's environment, least of all its secrets.
const postgresEnv = () => ({
  PATH: process.env.PATH ?? "",
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
  LC_ALL: "C",
  TZ: "UTC",
});

/** Creates the database's files below the place unless they are there. */
export async function ensureCluster(place, { initdb }, account, log) {
  requireSpace(place.dir, hasCluster(place) ? RUNNING_MB : NEW_CLUSTER_MB);
  if (hasCluster(place)) return;
  log("Creating the embedded database");
  const part = `${place.data}.init`; // an interrupted initdb never looks finished
  fs.rmSync(part, { recursive: true, force: true });
  const secret = ["-U", OWNER_ROLE, "-A", "scram-sha-256", "--pwfile", place.passwords[OWNER_ROLE]];
  const locale = ["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const args = ["-D", part, ...secret, ...locale, "--no-instructions"];
  try {
    await promisify(execFile)(initdb, args, { ...account, cwd: place.dir, env: postgresEnv() });
  } catch (error) {
    fs.rmSync(part, { recursive: true, force: true });
    const reason = reasonIn(error.stderr ?? "") ?? error.message;
    throw new PlainError(
      `the embedded database could not be made in ${place.dir}: ${reason}${adviceFor(reason)}`,
    );
  }
  fs.renameSync(part, place.data);
}

/**
 * Starts a server on the place, or joins one that turns out to be there.
 *
 * @returns {Promise<{ pid: number, port: number, isNew: boolean }>}
 */
export async function startPostgres(place, binaries, account, options) {
  const until = Date.now() + START_TIMEOUT_MS;
  let refused;
  // After a hard kill the old server's children can hold its shared memory or port for a moment: try again.
  while (Date.now() < until) {
    const running = await clearPidFile(place, options);
    if (running) return { ...running, isNew: false };
    const started = await tryStart(place, binaries.postgres, account, options);
    if (started.pid) return { ...started, isNew: true };
    refused = started.reason;
    if (!isTransient(started.text)) break;
    await sleep(250);
  }
  requireSpace(place.dir, RUNNING_MB); // without space there may be no log to read the reason in
  throw new PlainError(
    `the embedded database did not start: ${refused}${adviceFor(refused)}. Its log is ${place.logFile}`,
  );
}

const isTransient = (text) =>
  /Address already in use|shared memory block|lock file "postmaster.pid" already exists/.test(text);

async function tryStart(place, postgres, account, { settings, port: wanted, log, signal }) {
  const port = wanted ?? (await freePort());
  const flags = [...FIXED_SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
  const loggedBytes = logSize(place.logFile);
  const logFile = fs.openSync(place.logFile, "a");
  const child = spawn(postgres, ["-D", place.data, "-p", String(port), ...flags], {
    ...account,
    cwd: place.dir,
    env: postgresEnv(),
    stdio: ["ignore", logFile, logFile],
    detached: process.platform !== "win32", // the terminal's Ctrl+C must not reach it before the server is done with it
  });
  fs.closeSync(logFile);
  let ended = null;
  child.once("exit", (code, by) => (ended = `it ended with ${by ?? `code ${code}`}`));
  child.once("error", (error) => (ended = error.message));
  const until = Date.now() + RECOVERY_MS;
  for (
    let sayAt = Date.now() + SAY_AGAIN_MS;
    !ended && !signal?.aborted && Date.now() < until;
    await sleep(25)
  ) {
    const answer = await askPostgres(place, port);
    if (answer.is === "ours") {
      child.unref();
      return { pid: child.pid, port };
    }
    if (Date.now() < sayAt) continue;
    log(`Waiting for the database: ${answer.reason ?? "it does not answer yet"}`);
    sayAt = Date.now() + SAY_AGAIN_MS;
  }
  if (!ended) await endChild(child, { signal: "SIGINT" });
  const text = readLog(place.logFile, loggedBytes);
  return { text, reason: reasonIn(text) ?? ended ?? "it did not answer within ten minutes" };
}

/**
 * Stops the server with this mark. SIGINT asks Postgres for a fast shutdown: checkpoint, clients disconnected. On
 * Windows it ends hard and recovers at the next start.
 */
export async function stopPostgres(mark) {
  if (!isSameProcess(mark)) return;
  process.kill(mark.pid, "SIGINT");
  if (process.platform !== "win32") process.kill(mark.pid, "SIGCONT"); // one that was paused would not hear it
  const until = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(mark.pid) && Date.now() < until) await sleep(25);
}
