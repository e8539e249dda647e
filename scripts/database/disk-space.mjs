// Whether a folder's disk has room left. No dependencies.
import fs from "node:fs";
import { PlainError } from "../progress.mjs";

const MB = 1024 * 1024;

/** Refuses a folder whose disk has less than `wantedMb` left for ordinary accounts. */
export function requireSpace(folder, wantedMb) {
  const freeMb = freeMbOf(folder);
  if (freeMb >= wantedMb) return;
  throw new PlainError(
    `the disk of ${folder} is full: ${Math.floor(freeMb)} MB are left, and the database needs ${wantedMb} MB to start; free some space, or name another data folder with GREENROOM_DATA`,
  );
}

function freeMbOf(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return (bavail * bsize) / MB;
}
