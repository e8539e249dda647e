import "server-only";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import { log } from "@/lib/platform/log";
import { describeTrace } from "@/lib/runtime/describe-trace";
import type { SessionEvent } from "@/lib/runtime/events";
import type { TelemetrySender } from "./ports";

declare global {
  var greenroomTelemetry: { sender: TelemetrySender; text: boolean } | undefined;
}

/**
 * Tells the operator's collector of a run that has ended, from its log; `events` may hold earlier turns of the branch.
 * Does nothing on a server that has it switched off, and nothing that its caller waits for.
 */
export function traceRun(runId: string, events: readonly SessionEvent[]): void {
  const telemetry = globalThis.greenroomTelemetry;
  if (!telemetry) return;
  const known = [...events];
  setImmediate(() => {
    try {
      const trace = describeTrace(known, { runId, text: telemetry.text, readCatalogue });
      if (trace) telemetry.sender.sendTrace(trace);
    } catch (error) {
      log.warn({ err: error, runId }, "a run could not be traced");
    }
  });
}
