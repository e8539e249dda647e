import type { Dialect } from "./dialect";
import type { EventOf, RefusalRule, SessionEvent } from "./events";

/** A file that was asked for is not there, or not for the model. */
const misses: ReadonlySet<RefusalRule> = new Set([
  "unknown-resource",
  "outside-package",
  "secret-file",
  "too-deep",
]);

/** Refusals of ours, where a host would have answered. */
const ownRefusals: ReadonlySet<RefusalRule> = new Set(["unanswered", "too-many-calls", "too-large"]);

/** How many calls of this tool asked for a file in vain, in the newest run. */
export const countMisses = (events: readonly SessionEvent[], toolName: string): number =>
  eventsOfRun(events).filter(
    (event) =>
      event.type === "request-refused" &&
      event.payload.call?.toolName === toolName &&
      misses.has(event.payload.rule),
  ).length;

const eventsOfRun = (events: readonly SessionEvent[]): SessionEvent[] => {
  const runId = events.at(-1)?.runId;
  return events.filter((event) => event.runId === runId);
};

export type HostEnd = {
  tool: string /** Errors of it in a row, the one that ended the run included. */;
  errors: string[];
};

/**
 * Whether the host ends the newest run here: a tool failed once more in a row than the host lets pass. All that a model
 * asks for in one step is tried at once, so the errors of one step count as one, and a success beside them as none.
 */
export function findHostEnd(
  { mostErrorsOfTool }: Pick<Dialect, "mostErrorsOfTool">,
  events: readonly SessionEvent[],
): HostEnd | null {
  const last = events.at(-1);
  if (mostErrorsOfTool === undefined || !last || !isFailure(last)) return null;
  const { toolName: tool = "", step: lastStep = 0 } = last.payload.call ?? {};
  const before = eventsOfRun(events).filter((event) => {
    const call = callOf(event);
    return call?.toolName === tool && call.step < lastStep;
  });
  const errors: string[] = [];
  for (const step of new Set(before.map((event) => callOf(event)?.step))) {
    const answers = before.filter((event) => callOf(event)?.step === step);
    const failed = answers.find(isFailure);
    if (failed) errors.push(failed.payload.message);
    else if (answers.some(({ type }) => type !== "request-refused")) errors.length = 0;
  }
  return errors.length < mostErrorsOfTool ? null : { tool, errors: [...errors, last.payload.message] };
}

const isFailure = (event: SessionEvent): event is EventOf<"request-refused"> =>
  event.type === "request-refused" && event.payload.call !== null && !ownRefusals.has(event.payload.rule);

const callOf = ({ payload }: SessionEvent) => ("call" in payload ? payload.call : null);
