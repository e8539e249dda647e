// A lock between processes, in the shape of a file. No dependencies.
import fs from "node:fs";
import path from "node:path";
import { isLiving, markOf, parseMark, thisHome } from "./process-marks.mjs";
import { readText, sleep } from "./processes.mjs";
import { PlainError } from "./progress.mjs";

/** How often a holder shows that it lives, for those who cannot see its process. */
const BEAT_MS = 1_000;
/** A lock of another home that has not moved for so long is a dead one's. */
const SILENT_MS = 10_000;

/** Runs `task` while holding `file` as a lock between processes. A lock whose holder has died is taken over. */
export async function withFileLock(file, task, { waitMs = 300_000, silentMs = SILENT_MS } = {}) {
  const until = Date.now() + waitMs;
  const watch = { seen: "", since: 0 };
  while (!takeLock(file)) {
    if (isAbandoned(file, watch, silentMs)) fs.rmSync(file, { force: true });
    else if (Date.now() > until)
      throw new PlainError(`${file} has been held for too long; is another process hanging?`);
    else await sleep(50);
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  try {
    return await task();
  } finally {
    clearInterval(beat);
    fs.rmSync(file, { force: true });
  }
}

function takeLock(file) {
  const folder = path.dirname(file);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, JSON.stringify(markOf(process.pid, folder)), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    if (["ENOSPC", "EDQUOT"].includes(error.code)) {
      fs.rmSync(file, { force: true }); // made, but empty
      throw new PlainError(`cannot write to ${folder}: its disk is full (${error.code}); free some space`);
    }
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
    throw new PlainError(
      `cannot write to ${folder} (${error.code}); give this account the folder, or use a copy of its own`,
    );
  }
}

/** Of this home the holder's process decides; of another, and of a lock that is not written yet, whether it still moves. */
function isAbandoned(file, watch, silentMs) {
  const mark = readMark(file);
  if (mark && mark.home === thisHome()) return !isLiving(mark, path.dirname(file));
  const seen = String(fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs);
  if (seen !== watch.seen) Object.assign(watch, { seen, since: performance.now() });
  return performance.now() - watch.since > silentMs;
}

function readMark(file) {
  try {
    return parseMark(JSON.parse(readText(file)));
  } catch {
    return null;
  }
}

function touch(file) {
  const now = new Date();
  try {
    fs.utimesSync(file, now, now);
  } catch {
    // Its folder was moved or has gone; the task will say so if it matters.
  }
}
