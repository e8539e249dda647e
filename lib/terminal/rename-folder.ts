import { renameSync } from "node:fs";
import { systemCode } from "./client-error";

/** What a system answers while a scanner or an indexer holds what lies in a folder. */
const passing: readonly string[] = ["EPERM", "EBUSY", "EACCES"];
const patienceMs = 1_000;
const pauseMs = 25;

export type Rename = (from: string, to: string) => void;

/**
 * Renames a folder, and tries again for a second while the system holds it, as Windows does with fresh files. Nothing
 * else of this process runs meanwhile.
 */
export function renameFolder(from: string, to: string, rename: Rename = renameSync): void {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!passing.includes(systemCode(error)) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
