import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type Outside = { said: string; bytes: number; wasEnded: boolean; code: number | null };

const mostMiB = 768;

function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * The same without a sandbox, as the control: with bounds of the system's own, so that what would take the machine with
 * it is ended after `seconds`, and past `bytes` of output.
 */
export function runOutside(
  command: string,
  { seconds, bytes }: { seconds: number; bytes: number },
): Promise<Outside> {
  const folder = mkdtempSync(path.join(tmpdir(), "greenroom-outside-"));
  // Node needs room to reserve that it never uses.
  const bounds = command.includes(process.execPath) ? "" : "ulimit -v 1500000; ulimit -f 200000;";
  const child = spawn("bash", ["-c", `${bounds} ${command}`], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve) => {
    let said = "";
    let told = 0;
    let wasEnded = false;
    const end = () => {
      wasEnded = true;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has just ended.
      }
    };
    const timer = setTimeout(end, seconds * 1_000);
    const watch = setInterval(() => memoryOf(child.pid) > mostMiB && end(), 25);
    const hear = (piece: Buffer) => {
      told += piece.length;
      if (said.length < 1_000_000) said += piece.toString("latin1");
      if (told > bytes) end();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("close", (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      rmSync(folder, { recursive: true, force: true });
      resolve({ said, bytes: told, wasEnded, code });
    });
  });
}
