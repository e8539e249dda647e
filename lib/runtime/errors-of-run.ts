import type { EventOf, RefusalRule, SessionEvent } from "./events";

/** A file that was asked for is not there, or not for the model. */
const misses: ReadonlySet<RefusalRule> = new Set([
  "unknown-resource",
  "outside-package",
  "secret-file",
  "too-deep",
]);

/** How many calls of this tool asked for a file in vain, in the newest run. */
export const countMisses = (events: readonly SessionEvent[], toolName: string): number =>
  refusalsOf(events, toolName).filter(({ payload }) => misses.has(payload.rule)).length;

/** Refused calls of a tool in the newest run, in order. */
function refusalsOf(events: readonly SessionEvent[], toolName: string): EventOf<"request-refused">[] {
  const runId = events.at(-1)?.runId;
  return events.filter(
    (event): event is EventOf<"request-refused"> =>
      event.type === "request-refused" && event.runId === runId && event.payload.call?.toolName === toolName,
  );
}
