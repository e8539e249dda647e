import "server-only";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { executionSlots } from "./limits";
import type { ExecutionBackend, ExecutionNews, ExecutionRequest, ExecutionResult } from "./ports";

declare global {
  var greenroomExecutions: ConcurrencySlots | undefined;
}

/** Pages, routes and jobs are separate bundles of one process: they share the places. */
function slots(): ConcurrencySlots {
  globalThis.greenroomExecutions ??= new ConcurrencySlots(executionSlots);
  return globalThis.greenroomExecutions;
}

type Options = {
  backend: ExecutionBackend;
  /** Whose turn it is when many wait: nobody waits for the many of another workspace. */
  workspaceId: string;
  signal: AbortSignal;
  tell: (news: ExecutionNews) => void;
  places?: ConcurrencySlots;
};

/** Runs a script when there is a place for it; `busy` when too many wait, or for too long. */
export async function runExecution(
  request: ExecutionRequest,
  { backend, workspaceId, signal, tell, places = slots() }: Options,
): Promise<ExecutionResult> {
  const askedAt = performance.now();
  const place = await places.take(workspaceId, signal);
  const waitedMs = Math.round(performance.now() - askedAt);
  if (!place.ok) return { ...notStarted(signal.aborted ? "stopped" : "busy"), waitedMs };
  try {
    return { ...(await backend.run(request, { signal, tell })), waitedMs };
  } finally {
    place.end();
  }
}

const notStarted = (end: "stopped" | "busy"): ExecutionResult => ({
  end,
  exitCode: null,
  stdout: { text: "", bytes: 0 },
  stderr: { text: "", bytes: 0 },
  made: [],
  madeOmitted: 0,
  observed: {
    commands: [],
    commandsOmitted: 0,
    filesRead: [],
    filesWritten: [],
    hosts: [],
    missing: { commands: [], modules: [] },
  },
  waitedMs: 0,
  startedMs: 0,
  ranMs: 0,
});
