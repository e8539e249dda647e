import "server-only";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ExecutionLimits } from "../ports";

/** The shell, what it stands on, and nothing else of the checkout. */
const readablePackages = [
  "just-bash",
  "quickjs-emscripten",
  "quickjs-emscripten-core",
  "@jitl",
  "sql.js",
] as const;

/** As little as the process can do with: no environment, nothing to write, no children, no add-ons, no network. */
export function startConfined(limits: ExecutionLimits): ChildProcess {
  const [program = "", ...args] = confinedCommand(limits);
  const child = spawn(program, args, {
    cwd: path.parse(process.cwd()).root,
    // Nothing of ours; Windows starts nothing without its own folder named.
    env: { NODE_ENV: "production", ...(process.platform === "win32" ? { SystemRoot: "C:\\Windows" } : {}) },
    stdio: ["pipe", "ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  giveWay(child);
  return child;
}

export function confinedCommand(limits: ExecutionLimits): string[] {
  const root = /*turbopackIgnore: true*/ process.cwd();
  const own = path.join(/*turbopackIgnore: true*/ root, "scripts", "sandbox");
  const readable = [own, ...readablePackages.map((name) => path.join(root, "node_modules", name))];
  const node = [
    process.execPath,
    "--permission",
    ...readable.map((folder) => `--allow-fs-read=${folder}${path.sep}`),
    "--allow-worker",
    "--no-addons",
    "--no-warnings",
    "--no-global-search-paths",
    `--max-old-space-size=${Math.round(limits.memoryMiB / 2)}`,
    `--require=${path.join(own, "close-network.cjs")}`,
    path.join(own, "run-commands.mjs"),
  ];
  if (process.platform === "win32") return node;
  const bounds = `ulimit -c 0; ulimit -f 0; ulimit -t ${limits.cpuSeconds}; exec "$@"`;
  return [...(canLeaveNetwork() ? leaveNetwork : []), "/bin/sh", "-c", bounds, "sh", ...node];
}

/** By its whole path: the process is started without any to look for it in. */
const leaveNetwork = ["/usr/bin/unshare", "--user", "--map-root-user", "--net", "--ipc"];
let leaves: boolean | undefined;

/** Where the system lets anybody have a network of their own, the process gets one with nothing in it. */
export function canLeaveNetwork(): boolean {
  leaves ??=
    process.platform === "linux" &&
    spawnSync("/usr/bin/unshare", [...leaveNetwork.slice(1), "/bin/true"], {
      timeout: 5_000,
      stdio: "ignore",
    }).status === 0;
  return leaves;
}

/** Requests of people come first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system lets nobody.
  }
}

/** With everything it started. */
export function endConfined({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/** What it holds in memory now; null where the system does not say. */
export function residentMiB({ pid }: ChildProcess): number | null {
  if (process.platform !== "linux" || pid === undefined) return null;
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(
      readFileSync(/*turbopackIgnore: true*/ `/proc/${pid}/status`, "utf8"),
    )?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}
