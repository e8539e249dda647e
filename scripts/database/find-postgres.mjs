// Whether a Postgres works on a folder. Its pid file may be another folder's (a copy), another container's or a dead one's.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { notWritable } from "../data-dir.mjs";
import { folderIdentity } from "../process-marks.mjs";
import { commandOf, isAlive, readText, sleep } from "../processes.mjs";
import { PlainError } from "../progress.mjs";
import { OWNER_ROLE, urlOf } from "./database-place.mjs";
import { isBeating } from "./heartbeat.mjs";
import { connect } from "./hold-database.mjs";

/** Recovering after a crash takes as long as there is log to replay. */
const RECOVERY_MS = 600_000;
const SAY_AGAIN_MS = 15_000;
/** A server that is neither starting nor stopping and still does not let its owner in. */
const SILENT_MS = 10_000;

/** What Postgres wrote about itself (src/backend/utils/init/miscinit.c), or null. */
export function readPidFile(place) {
  const [pid, dir, , port] = readText(place.pidFile).split("\n");
  return Number(pid) ? { pid: Number(pid), dir: dir ?? "", port: Number(port ?? 0) } : null;
}

/**
 * Asks whatever listens on `port` whether it works on this folder: it must see a file there that is made this moment,
 * under a name nobody can guess. Paths and process ids would not tell: folders move, are copied, and have other names in containers.
 *
 * @returns {Promise<{ is: "ours" } | { is: "other" } | { is: "unclear", starting: boolean, reason: string }>}
 */
export async function askPostgres(place, port) {
  const name = `greenroom-proof-${randomUUID()}`;
  const file = path.join(place.data, name);
  let client;
  try {
    fs.writeFileSync(file, "", { mode: 0o644 });
    client = await connect(urlOf(place, port, "postgres", OWNER_ROLE));
    const { rows } = await client.query("SELECT (pg_stat_file($1, true)).size IS NOT NULL AS sees", [name]);
    return { is: rows[0].sees ? "ours" : "other" };
  } catch (error) {
    if (error.syscall === "open") throw notWritable(place.data, error);
    if (error.code === "ECONNREFUSED" || /^(28|3D)/.test(error.code)) return { is: "other" };
    return { is: "unclear", starting: error.code === "57P03", reason: error.message };
  } finally {
    fs.rmSync(file, { force: true });
    await client?.end().catch(() => {});
  }
}

/** The server that already works on this folder and answers, or null. */
export async function findRunning(place) {
  const left = readPidFile(place);
  if (!left?.port || (await askPostgres(place, left.port)).is !== "ours") return null;
  return { pid: left.pid, port: left.port };
}

/**
 * Makes way for a new server: waits for a living one of this folder that is starting or stopping, and removes a pid
 * file that names none. Resolves to that server, or to null when there is none.
 */
export async function clearPidFile(place, { log, signal }) {
  const left = readPidFile(place);
  if (!left) return null;
  const startMs = performance.now();
  let saidMs = startMs;
  let answeredMs = startMs;
  while (isPostgresOf(place, left)) {
    const answer = left.port ? await askPostgres(place, left.port) : { is: "other" };
    if (answer.is === "ours") return { pid: left.pid, port: left.port };
    if (signal?.aborted) throw new PlainError("the database was to stop before it had started");
    const now = performance.now();
    if (answer.starting) answeredMs = now;
    if (now - answeredMs > SILENT_MS || now - startMs > RECOVERY_MS)
      throw new PlainError(doesNotAnswer(place, left, answer.reason));
    if (now - saidMs > SAY_AGAIN_MS) {
      log(`Waiting for the database: ${answer.reason ?? "it does not answer yet"}`);
      saidMs = now;
    }
    await sleep(50);
    // Its port comes a moment after its pid, and a stopped server takes both away.
    Object.assign(left, readPidFile(place) ?? { port: 0 });
  }
  if (!fs.existsSync(place.pidFile)) return null;
  if (await isBeating(place.heartbeat, log)) throw new PlainError(isElsewhere(place));
  log(`Removing a postmaster.pid that names no living database of this folder: ${whoLeftIt(place, left)}`);
  fs.rmSync(place.pidFile, { force: true });
  return null;
}

/** Whether that process is a Postgres of this folder, as far as the system says. */
export function isPostgresOf(place, { pid, dir }) {
  if (!isAlive(pid) || !/postgres/.test(commandOf(pid))) return false;
  // Postgres works in its data folder, whatever the path is by now.
  return (workingFolder(pid) ?? folderIdentity(dir)) === folderIdentity(place.data);
}

function workingFolder(pid) {
  try {
    return folderIdentity(`/proc/${pid}/cwd`) || null;
  } catch {
    return null;
  }
}

const doesNotAnswer = (place, { pid }, reason = "it does not answer") =>
  `the database in ${place.dir} is held by process ${pid}, which lets nobody in (${reason}); end what fills or stops it, or that process, and start again. Its log is ${place.logFile}`;

const isElsewhere = (place) =>
  `the data in ${place.dir} is used by another container or machine at this moment; stop Greenroom there, or give this one a data folder of its own with GREENROOM_DATA`;

function whoLeftIt(place, { pid, dir }) {
  if (samePath(dir, place.data)) return `process ${pid} ended without stopping it`;
  return `it is of ${dir}, from which this folder was copied or moved while its database ran. What a copy holds is what a power failure would have left, at best`;
}

function samePath(left, right) {
  const real = (file) => (fs.existsSync(file) ? fs.realpathSync(file) : path.resolve(file));
  return real(left) === real(right);
}
