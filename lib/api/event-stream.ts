import "server-only";
import type { Context } from "@/lib/auth/context";
import { largestInteger } from "@/lib/kernel/row-number";
import type { SessionEvent } from "@/lib/runtime/events";
import { type FollowedBatch, followEvents } from "@/lib/sessions/follow-events";
import { requireConversation } from "@/lib/sessions/queries";
import { type ListEvents, listEventsSchema } from "@/lib/sessions/schema";

/** Proxies close connections that are silent for 30 seconds or more. */
const heartbeatMs = 15_000;
const encoder = new TextEncoder();

export function wantsEventStream(request: Request): boolean {
  return (request.headers.get("accept") ?? "").toLowerCase().includes("text/event-stream");
}

/**
 * The log as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). A browser that
 * connects again sends Last-Event-ID, which then counts instead of `after`. An event named `conversation`, without an
 * id, says that something changed that is not in this line's log. Never ends by itself.
 */
export async function writeEventStream(
  context: Context,
  input: ListEvents & { conversation: string },
  request: Request,
): Promise<Response> {
  await requireConversation(context, input.conversation);
  const leave = new AbortController();
  const signal = AbortSignal.any([request.signal, leave.signal]);
  const batches = followEvents(
    context,
    {
      conversation: input.conversation,
      branch: input.branch,
      after: startOf(input, request),
      idleMs: heartbeatMs,
    },
    signal,
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Something at once, so that the answer's head does not wait for the first event.
      controller.enqueue(encoder.encode(": following\n\n"));
    },
    async pull(controller) {
      const { value, done } = await batches.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(framesOf(value)));
    },
    async cancel() {
      leave.abort();
      await batches.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    },
  });
}

function startOf(input: ListEvents, request: Request): number {
  const { after } = listEventsSchema.parse(input);
  const last = Number(request.headers.get("last-event-id") ?? Number.NaN);
  return Number.isInteger(last) && last >= 0 && last <= largestInteger ? last : after;
}

function framesOf({ events, changed }: FollowedBatch): string {
  if (changed) return "event: conversation\ndata: {}\n\n";
  return events.length === 0 ? ": still here\n\n" : events.map(frame).join("");
}

/** JSON has no line breaks of its own, so one `data` line holds the event. */
const frame = (event: SessionEvent): string => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
