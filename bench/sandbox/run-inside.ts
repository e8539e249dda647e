import { readdirSync, readFileSync } from "node:fs";
import { simulatedShell } from "@/lib/execution/adapters/simulated-shell";
import { executionLimits } from "@/lib/execution/limits";
import type { ExecutionBackend, ExecutionLimits, ExecutionResult } from "@/lib/execution/ports";

/** Every backend that can run on this machine. */
export const backends: readonly ExecutionBackend[] = [simulatedShell];

export type Inside = ExecutionResult & { tookMs: number; peakMiB: number; left: number };

type Given = { files?: ReadonlyMap<string, Uint8Array>; limits?: Partial<ExecutionLimits>; folder?: string };

export async function runInside(
  backend: ExecutionBackend,
  command: string,
  { files = new Map(), limits = {}, folder = "/work" }: Given = {},
): Promise<Inside> {
  let peakMiB = 0;
  const watch = setInterval(() => {
    for (const pid of children()) peakMiB = Math.max(peakMiB, residentMiB(pid));
  }, 50);
  const startedAt = performance.now();
  try {
    const result = await backend.run(
      {
        command,
        args: [],
        stdin: "",
        folder,
        environment: {},
        files: [...files].map(([path, bytes]) => ({ path, bytes })),
        limits: { ...executionLimits, ...limits },
      },
      { signal: new AbortController().signal, tell: () => {} },
    );
    return { ...result, tookMs: performance.now() - startedAt, peakMiB, left: children().length };
  } finally {
    clearInterval(watch);
  }
}

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
};

/** Processes of executions that this one started and that still live. */
function children(): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(statusOf(pid)) &&
      commandOf(pid).includes("run-commands.mjs"),
  );
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

const residentMiB = (pid: string): number => Number(/^VmRSS:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) / 1024;
