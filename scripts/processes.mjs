// Knowing, waiting for and ending processes. No dependencies.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";

/** What a terminal, a service manager or a closed window sends. */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === "EPERM";
  }
}

// A killed child that nobody has waited for still answers signal 0.
function isZombie(pid) {
  try {
    return / Z /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8").replace(/\(.*\)/, ""));
  } catch {
    return false;
  }
}

/** The command line of a process, or "" when it is gone or the system will not say. */
export function commandOf(pid) {
  return readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ") || askPs("command=", pid);
}

/** The process that started a process, or null when the system will not say. */
export function parentOf(pid) {
  const status = /^PPid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1];
  return Number(status ?? askPs("ppid=", pid)) || null;
}

function askPs(field, pid) {
  try {
    return execFileSync("ps", ["-o", field, "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}

/** Asks a process to stop, waits `graceMs`, then ends it. Returns when it is gone. */
export async function endProcess(pid, { graceMs = 8_000, signal = "SIGTERM" } = {}) {
  if (!isAlive(pid)) return;
  process.kill(pid, signal);
  const until = Date.now() + graceMs;
  while (isAlive(pid) && Date.now() < until) await sleep(25);
  if (!isAlive(pid)) return;
  process.kill(pid, "SIGKILL");
  while (isAlive(pid)) await sleep(25);
}

/** Asks a child of this process to stop, waits `graceMs`, then ends it. Returns when it is gone. */
export async function endChild(child, { graceMs = 8_000, signal = "SIGTERM" } = {}) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await gone;
  clearTimeout(timer);
}

/**
 * Runs `command`; resolves to its exit code (1 when a signal ended it). A request to stop meanwhile is the child's to
 * answer: this process passes it on and lives to clean up.
 */
export async function exitCodeOf(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  const passOn = () => child.kill("SIGTERM");
  for (const signal of STOP_SIGNALS) process.on(signal, passOn);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, passOn);
  }
}

/** Resolves to "free" or to the code of the error that listening there meets (EADDRINUSE, EACCES, EADDRNOTAVAIL). */
export function portState(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", (error) => resolve(error.code));
    probe.listen(port, host, () => probe.close(() => resolve("free")));
  });
}

/** A TCP port of 127.0.0.1 that nobody listens on at the moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The text of a file, or "" when it cannot be read. */
export function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
