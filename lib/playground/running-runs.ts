import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "@/lib/db/bus";
import { log as serverLog } from "@/lib/platform/log";
import { type RunLog, renewalMs } from "@/lib/sessions/adapters/run-log";

type Register = { owner: string; running: Map<string, { controller: AbortController; done: Promise<void> }> };
declare global {
  var greenroomRunningRuns: Register | undefined;
}

/** The runs of this process. Only handles: all that matters of a run is in the database. */
function register(): Register {
  globalThis.greenroomRunningRuns ??= openRegister();
  return globalThis.greenroomRunningRuns;
}

function openRegister(): Register {
  const running: Register["running"] = new Map();
  subscribe("stop-run", ({ runId }) => running.get(runId)?.controller.abort(stopReason()));
  return { owner: `${process.pid}-${randomUUID()}`, running };
}

const stopReason = () => new DOMException("Stopped by a person.", "AbortError");

/** Names this process in the leases of its runs. */
export function leaseHolder(): string {
  return register().owner;
}

/** Lets a run go on by itself, under a lease that is renewed until it ends. `work` must not throw. */
export function keepRunning(log: RunLog, work: (signal: AbortSignal) => Promise<void>): void {
  const { running } = register();
  const { runId } = log.place;
  const controller = new AbortController();
  const timer = setInterval(() => void renew(log, controller), renewalMs);
  const done = work(controller.signal).finally(() => {
    clearInterval(timer);
    running.delete(runId);
  });
  running.set(runId, { controller, done });
}

/** Resolves when a run of this process has ended; at once when it is none of its own. */
export async function runEnded(runId: string): Promise<void> {
  await register().running.get(runId)?.done;
}

/** Also where a stop is noticed whose notification was lost. */
async function renew(log: RunLog, controller: AbortController): Promise<void> {
  try {
    const { held, stopRequested } = await log.renewLease();
    if (!held || stopRequested) controller.abort(stopReason());
  } catch (error) {
    serverLog.warn(
      { err: error, runId: log.place.runId },
      "a run's lease could not be renewed; trying again",
    );
  }
}
