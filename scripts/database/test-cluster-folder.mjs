// Where the tests' Postgres lies: in memory, where there is room. They make and drop a database for every file, and
// copying one on a disk took ten times the work, though nothing of it has to outlive them.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inProject, root } from "../paths.mjs";

const GIB = 2 ** 30;
/** Tests need a few hundred MB at once; the rest is for what else runs here. */
const ROOM = { memory: 4 * GIB, shared: 2 * GIB };

/**
 * @param {{ onDisk?: boolean, shared?: string, availableBytes?: number, freeBytes?: number }} [machine] `onDisk` for
 *   what measures a database as people have it; the rest is told by the machine itself: its folder in memory, the bytes
 *   that processes may still take, and those that the folder does
 */
export function testClusterFolder({
  onDisk = false,
  shared = "/dev/shm",
  availableBytes = process.availableMemory?.() ?? 0,
  freeBytes = freeIn(shared),
} = {}) {
  if (onDisk) return inProject(".data/test-postgres");
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const folder = path.join(shared, `greenroom-tests-${process.getuid?.() ?? 0}-${hash}`);
  const hasRoom = availableBytes >= ROOM.memory && freeBytes >= ROOM.shared;
  // One that is there may be running: whoever joins it needs no more room than it has.
  return hasRoom || fs.existsSync(folder) ? folder : inProject(".data/test-postgres");
}

function freeIn(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0; // no such folder: not Linux
  }
}
