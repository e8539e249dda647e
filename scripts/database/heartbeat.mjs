// A sign of life for those who can see neither the processes nor the ports of whoever uses a folder: other containers
// and machines on the same volume.
import fs from "node:fs";
import { thisHome } from "../process-marks.mjs";
import { readText, sleep } from "../processes.mjs";

const BEAT_MS = 1_000;
/** Longer than network file systems keep what they have read (3 s). */
const WATCH_MS = 5_000;

/** Beats in `file` until the function it returns is called, which takes the file away. */
export function startHeartbeat(file) {
  let beats = 0;
  const beat = () => {
    try {
      fs.writeFileSync(file, JSON.stringify({ home: thisHome(), pid: process.pid, beats: ++beats }));
    } catch {
      // A full disk or a folder that has gone is told by what needs them.
    }
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    fs.rmSync(file, { force: true });
  };
}

/** Whether somebody of another home beats in `file`. Of this home, processes and ports say more. */
export async function isBeating(file, log, { watchMs = WATCH_MS } = {}) {
  const first = readText(file);
  if (first === "" || first.includes(JSON.stringify(thisHome()))) return false;
  log("Looking whether another container or machine uses this folder");
  const until = Date.now() + watchMs;
  while (Date.now() < until) {
    await sleep(100);
    const now = readText(file);
    if (now !== "" && now !== first) return true;
  }
  return false;
}
