import "server-only";
import { createMiddleware } from "hono/factory";
import { AppError } from "@/lib/kernel/app-error";
import { ConcurrencySlots, type SlotLimits } from "@/lib/platform/concurrency-slots";
import type { ApiEnv } from "./route";
import { untilItEnds } from "./until-it-ends";

/** Downloads under way: of one machine or address, and on this server. A client takes a few files at once. */
const limits: SlotLimits = { each: 8, all: 64, waiting: 500, waitMs: 20_000 };
const retryAfterSeconds = 3;
/** What a connection takes at once, whoever reads it: nobody is waited for. */
const smallBytes = 64 * 1024;
/** So long a reader has in any case, and with larger answers as long as this many bytes a millisecond take. */
const [leastMs, leastBytesPerMs] = [60_000, 20];

declare global {
  var greenroomDownloadSlots: ConcurrencySlots | undefined;
}

/**
 * Makes and sends one answer with bytes in a slot of whoever asks; it is given back when they were sent, nobody reads
 * them any more, or the reader is too slow. TOO_MANY_REQUESTS and UNAVAILABLE where there is none.
 */
export async function inDownloadSlot(
  who: string,
  { signal }: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  globalThis.greenroomDownloadSlots ??= new ConcurrencySlots(limits);
  const slot = await globalThis.greenroomDownloadSlots.take(who, signal);
  if (!slot.ok) throw refusal(slot.reason);
  let keepsSlot = false;
  try {
    const response = await answer();
    const length = Number(response.headers.get("content-length"));
    if (response.body === null || length <= smallBytes) return response;
    keepsSlot = true;
    const tooSlow = AbortSignal.timeout(Math.ceil(leastMs + length / leastBytesPerMs));
    const leaves = AbortSignal.any([signal, tooSlow]);
    leaves.addEventListener("abort", slot.end, { once: true });
    return new Response(endedBy(leaves, untilItEnds(response.body, slot.end)), response);
  } finally {
    if (!keepsSlot) slot.end();
  }
}

/** The same bytes until the signal comes: a reader that takes nothing is not waited for. */
function endedBy(signal: AbortSignal, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        controller.error(signal.reason);
        reader.cancel(signal.reason).catch(() => {});
      };
      signal.addEventListener("abort", end, { once: true });
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (signal.aborted) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The same for a route of the API: by key, or by person. */
export const limitDownloads = createMiddleware<ApiEnv>(async (c, next) => {
  const { actor } = c.var.person;
  const answered = await inDownloadSlot(actor.key?.id ?? actor.userId, c.req.raw, async () => {
    await next();
    return c.res;
  });
  if (answered !== c.res) c.res = answered;
});

const refusal = (reason: "own" | "all"): AppError =>
  reason === "own"
    ? new AppError("TOO_MANY_REQUESTS", "You are downloading too much at once. Try again in a few seconds.", {
        retryAfterSeconds,
      })
    : new AppError("UNAVAILABLE", "The server is sending as much as it can. Try again in a few seconds.", {
        retryAfterSeconds,
      });
