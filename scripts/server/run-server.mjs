// Runs Next.js as a child that cannot outlive its launcher, and knows the survivors of launchers that were killed.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inModules, inProject, root } from "../paths.mjs";
import { isLiving, markOf, parseMark } from "../process-marks.mjs";
import { commandOf, endProcess, portState, readText, sleep } from "../processes.mjs";
import { PlainError, say } from "../progress.mjs";
import { localUrlOf } from "./server-environment.mjs";

const READY_TIMEOUT_MS = 120_000;
/** Longer than proxies keep a connection (60 s): whoever closes first must not be the side that is asked next. */
const KEEP_ALIVE_MS = 70_000;

const recordFile = (dir, port) => path.join(dir, `server-${port}.json`);

/** Ends what a killed start left on this port; refuses a port that a living start or another program holds. */
export async function clearPort(dir, address) {
  const { launcher, server } = readRecord(dir, address.port);
  if (isLiving(server, dir) && isServer(server.pid)) {
    if (isLiving(launcher, dir)) {
      throw new PlainError(
        `Greenroom already runs on port ${address.port} (process ${launcher.pid}); stop it, or choose another port with --port`,
      );
    }
    say("Ending the server that an earlier, killed start left behind");
    await endProcess(server.pid);
    await untilFree(address);
  }
  const state = await portState(address.port, address.host);
  if (state !== "free") throw new PlainError(portProblem(state, address));
}

// A killed process can count as gone while its last threads still hold the port.
async function untilFree({ port, host }) {
  const until = Date.now() + 5_000;
  while ((await portState(port, host)) === "EADDRINUSE" && Date.now() < until) await sleep(50);
}

function portProblem(state, { port, host }) {
  if (state === "EADDRINUSE")
    return `port ${port} is in use by another program; choose another with --port or PORT`;
  if (state === "EACCES")
    return `this account may not listen on port ${port}; choose one above 1023 with --port`;
  return `cannot listen on ${host} (${state}); HOST must be an address of this machine`;
}

function readRecord(dir, port) {
  try {
    const { launcher, server, url } = JSON.parse(readText(recordFile(dir, port)));
    return { launcher: parseMark(launcher), server: parseMark(server), url };
  } catch {
    return { launcher: null, server: null };
  }
}

/** A server that works on this data folder now, or null. `url`: the address that people type; `port`: where it listens. */
export function findRunningServer(dir) {
  const ports = fs.readdirSync(dir).flatMap((name) => /^server-(\d+)\.json$/.exec(name)?.[1] ?? []);
  const records = ports.map((port) => ({ ...readRecord(dir, port), port: Number(port) }));
  return records.find(({ server }) => isLiving(server, dir) && isServer(server.pid)) ?? null;
}

const isServer = (pid) => /next-server|next\/dist\/bin\/next/.test(commandOf(pid));

/**
 * Starts `next start` or `next dev`. Next's own banner is not passed on; everything else is.
 *
 * @param {{ command: "start" | "dev", dir: string, address: { host: string, port: number }, env: Record<string, string>, log?: number }} options
 *   `log` is an open file that takes the output instead of this terminal.
 * @returns {{ child: import("node:child_process").ChildProcess, ready: () => Promise<void> }} `ready` resolves when
 *   this very server says that it is well; it rejects when the server exits, or does not say so for two minutes
 */
export function spawnServer({ command, dir, address, env, log }) {
  const preload = ["--import", pathToFileURL(inProject("scripts/server/preload-server.mjs")).href];
  const next = [inModules("next/dist/bin/next"), command, "-H", address.host, "-p", String(address.port)];
  if (command === "start") next.push("--keepAliveTimeout", String(KEEP_ALIVE_MS));
  const startId = randomUUID();
  const child = spawn(process.execPath, [...preload, ...next], {
    cwd: root,
    env: {
      ...env,
      NODE_ENV: command === "dev" ? "development" : "production",
      GREENROOM_START_ID: startId,
    },
    stdio: ["ignore", log ?? (command === "dev" ? "inherit" : "pipe"), log ?? "inherit", "ipc"],
    detached: process.platform !== "win32", // the terminal's Ctrl+C reaches the launcher, which stops things in order
  });
  child.stdout?.on("data", (text) => {
    if (!isBanner(String(text))) process.stdout.write(text);
  });
  keepRecord(recordFile(dir, address.port), child, { dir, url: env.GREENROOM_URL });
  return { child, ready: () => untilReady(child, startId, address) };
}

function keepRecord(file, child, { dir, url }) {
  child.once("exit", () => fs.rmSync(file, { force: true }));
  const record = { launcher: markOf(process.pid, dir), server: markOf(child.pid, dir), url };
  try {
    fs.writeFileSync(file, JSON.stringify(record));
  } catch (error) {
    if (!["ENOSPC", "EDQUOT"].includes(error.code)) throw error; // only a killed start's successor would miss it
  }
}

const isBanner = (text) => /^\s*(▲|- Local|- Network|✓)/.test(text);

/** How long a server may answer with faults of its own before it counts as one that will not come up. */
const BROKEN_MS = 10_000;

async function untilReady(child, startId, address) {
  const startedAt = Date.now();
  let brokenSince = Number.POSITIVE_INFINITY;
  let told = "the server did not answer within two minutes";
  while (Date.now() < startedAt + READY_TIMEOUT_MS) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new PlainError("the server stopped while it was starting; the lines above say why");
    }
    const { status, detail, by } = await askHealth(`${localUrlOf(address)}/api/v1/health`);
    if (status === 200 && by === startId) return;
    if (status === 503) told = `the server did not become ready within two minutes: ${detail}`;
    if (status !== 0 && by !== startId) told = `another program answers on port ${address.port}`;
    brokenSince = status === 500 ? Math.min(brokenSince, Date.now()) : Number.POSITIVE_INFINITY;
    if (Date.now() > brokenSince + BROKEN_MS) {
      throw new PlainError("the server answers with nothing but faults; the lines above say why");
    }
    await sleep(50);
  }
  throw new PlainError(told);
}

/** `status` 0: no answer. `detail`: what a problem document says. `by`: the start that the server says it is of. */
async function askHealth(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const { detail = "" } = await response.json().catch(() => ({}));
    return { status: response.status, detail, by: response.headers.get("greenroom-start") };
  } catch {
    return { status: 0, detail: "", by: null };
  }
}
