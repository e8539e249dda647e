import "server-only";
import type { Context } from "@/lib/access/context";
import { largestInteger } from "@/lib/kernel/row-number";
import { followChanges } from "@/lib/notifications/follow-changes";
import type { Change } from "@/lib/notifications/schema";
import { stopping } from "@/lib/platform/stopping";
import type { SessionEvent } from "@/lib/runtime/events";
import { type FollowedBatch, followEvents } from "@/lib/sessions/follow-events";
import { requireConversation } from "@/lib/sessions/queries";
import { type ListEvents, listEventsSchema, type Run } from "@/lib/sessions/schema";

/** Proxies close connections that are silent for 30 seconds or more. */
const heartbeatMs = 15_000;
const stillHere = ": still here\n\n";
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
  const follow = {
    conversation: input.conversation,
    branch: input.branch,
    after: startOf(input, request),
    idleMs: heartbeatMs,
  };
  return streamOf(request, (signal) => framesOfLog(followEvents(context, follow, signal)));
}

/**
 * The events of one run until its end, and then one named `rehearsal` with what `result` says of it: not for who was
 * let go before the run had ended.
 */
export async function writeRunStream(
  context: Context,
  { id, conversationId, branchId }: Run,
  request: Request,
  result: () => Promise<unknown>,
): Promise<Response> {
  const follow = { conversation: conversationId, branch: branchId, after: 0, idleMs: heartbeatMs };
  return streamOf(request, async function* (signal) {
    let isOver = false;
    for await (const { events } of followEvents(context, follow, signal)) {
      yield events.length === 0 ? stillHere : events.map(frame).join("");
      isOver = events.some((event) => event.type === "run-finished" && event.runId === id);
      if (isOver) break;
    }
    if (isOver && !signal.aborted) yield `event: rehearsal\ndata: ${JSON.stringify(await result())}\n\n`;
  });
}

async function* framesOfLog(batches: AsyncGenerator<FollowedBatch>): AsyncGenerator<string> {
  for await (const batch of batches) yield framesOf(batch);
}

/** Which parts of the workspace have moved, as events named `changed`. */
export function writeChangeStream(context: Context, request: Request): Response {
  return streamOf(request, (signal) =>
    framesOfChanges(followChanges(context, { idleMs: heartbeatMs }, signal)),
  );
}

async function* framesOfChanges(changes: AsyncGenerator<Change>): AsyncGenerator<string> {
  for await (const change of changes)
    yield change.topics.length === 0 ? stillHere : `event: changed\ndata: ${JSON.stringify(change)}\n\n`;
}

/** Ends the frames when the reader leaves or the server stops; readers then connect to the next one. */
export function streamOf(
  request: Request,
  framesUntil: (signal: AbortSignal) => AsyncGenerator<string>,
): Response {
  const leave = new AbortController();
  const frames = framesUntil(AbortSignal.any([request.signal, leave.signal, stopping()]));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Something at once, so that the answer's head does not wait for the first event.
      controller.enqueue(encoder.encode(": following\n\n"));
    },
    async pull(controller) {
      const { value, done } = await frames.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      leave.abort();
      await frames.return(undefined);
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
  return events.length === 0 ? stillHere : events.map(frame).join("");
}

/** JSON has no line breaks of its own, so one `data` line holds the event. */
const frame = (event: SessionEvent): string => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
