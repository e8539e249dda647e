import "server-only";
import { metrics } from "@/lib/platform/metrics";
import type { SessionEvent } from "@/lib/runtime/events";
import { watchedEvent } from "@/lib/runtime/watched-event";

/** Counts an event of a run once it stands in the log. */
export function noteEvent(event: SessionEvent): void {
  const type = watchedEvent(event.type);
  if (type) metrics().skillEvents.inc({ type, surface: "playground" });
  if (event.type === "run-finished") metrics().runsEnded.inc({ state: event.payload.outcome });
}
