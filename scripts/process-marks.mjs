// Which process a file names. A pid alone means nothing after a restart, in another container, or in a copied folder,
// where it may be somebody else's. No dependencies.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { isAlive, readText } from "./processes.mjs";

/**
 * What names a process for good: its id and start, the home in which that id means something, and the folder that the
 * file was written for.
 *
 * @typedef {{ pid: number, started: string, home: string, folder: string }} ProcessMark
 */

/** One boot of one machine and one space of process ids in it. Containers have their own. */
export function thisHome() {
  const boot = readText("/proc/sys/kernel/random/boot_id").trim();
  return boot ? `${boot} ${readLink("/proc/self/ns/pid")}` : os.hostname();
}

/** A folder whatever its path is: moved, linked and bind-mounted it stays the same, a copy is another. "" for none. */
export function folderIdentity(folder) {
  const stat = fs.statSync(folder, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.dev}:${stat.ino}` : "";
}

/** @returns {ProcessMark} */
export function markOf(pid, folder) {
  return { pid, started: startOf(pid), home: thisHome(), folder: folderIdentity(folder) };
}

/** Reads a mark out of a file's text; null when there is none in it. */
export function parseMark(value) {
  const named = value && typeof value === "object" && Number.isInteger(value.pid);
  return named && typeof value.home === "string" ? value : null;
}

/** Whether the marked process lives, and in a home where that can be seen. */
export function isSameProcess(mark) {
  if (!mark || mark.home !== thisHome()) return false;
  return isAlive(mark.pid) && startOf(mark.pid) === mark.started;
}

/** Whether the marked process lives and was marked for this very folder, not for one that this was copied from. */
export const isLiving = (mark, folder) => isSameProcess(mark) && mark.folder === folderIdentity(folder);

// Ticks since the boot on Linux, a date elsewhere, "" where the system will not say.
function startOf(pid) {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat) return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  try {
    const options = { encoding: "utf8", stdio: "pipe", env: { ...process.env, LC_ALL: "C", TZ: "UTC" } };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], options).trim();
  } catch {
    return "";
  }
}

function readLink(file) {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}
