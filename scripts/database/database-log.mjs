// The embedded database's log: kept small, and read for the reason why it would not start. No dependencies.
import fs from "node:fs";

/** What `postgres.log` may hold before it becomes `postgres.log.1`, and that `postgres.log.2`: three times this in all. */
export const LONGEST_LOG_BYTES = 5 * 1024 * 1024;
const LOOK_EVERY_MS = 10_000;

export const logSize = (file) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Rotates `file` when it is too long, now and from time to time; the function it returns ends that. */
export function keepLogShort(file, { longestBytes = LONGEST_LOG_BYTES, everyMs = LOOK_EVERY_MS } = {}) {
  const look = () => {
    try {
      if (logSize(file) > longestBytes) rotate(file, longestBytes);
    } catch {
      // The next look may have more luck; a disk without space is told by what needs it.
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

// Postgres goes on writing into the file that it has open, at its end: it is emptied, not replaced.
function rotate(file, longestBytes) {
  if (fs.existsSync(`${file}.1`)) fs.renameSync(`${file}.1`, `${file}.2`);
  const end = readEnd(file, longestBytes);
  const { uid, gid, mode } = fs.statSync(file);
  fs.writeFileSync(`${file}.1`, end, { mode });
  if (process.getuid?.() === 0) fs.chownSync(`${file}.1`, uid, gid);
  fs.truncateSync(file);
}

/** What was written after the first `fromByte` bytes, the last part of it when it is long. */
export function readLog(file, fromByte) {
  try {
    const from = logSize(file) < fromByte ? 0 : fromByte; // rotated meanwhile
    return readEnd(file, LONGEST_LOG_BYTES, from).toString("utf8");
  } catch {
    return "";
  }
}

/** Answers to those who asked while it started are no reason why it did not. */
const NO_REASON = /the database system is (starting up|shutting down|not yet accepting|in recovery)/;

/** The last thing that Postgres or initdb called fatal, with its hint; null when there is nothing of the kind. */
export function reasonIn(text) {
  const lines = text.split("\n");
  const at = lines.findLastIndex((line) => FATAL.test(line) && !NO_REASON.test(line));
  if (at === -1) return null;
  const hints = lines.slice(at + 1, at + 4).flatMap((line) => /\bHINT: +(.*)/.exec(line)?.[1] ?? []);
  return [FATAL.exec(lines[at])[1].trim(), ...hints].join("; ").replace(/\.$/, "");
}

const FATAL = /(?:\b(?:FATAL|PANIC): +|^(?:postgres|initdb): (?:error: |fatal: )?)(.*)/;

function readEnd(file, bytes, from = 0) {
  const handle = fs.openSync(file, "r");
  try {
    const size = fs.fstatSync(handle).size;
    const start = Math.max(from, size - bytes);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    return buffer.subarray(0, fs.readSync(handle, buffer, 0, buffer.length, start));
  } finally {
    fs.closeSync(handle);
  }
}
