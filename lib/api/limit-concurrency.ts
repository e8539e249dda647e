import "server-only";
import { createMiddleware } from "hono/factory";
import { AppError } from "@/lib/kernel/app-error";
import { ConcurrencySlots, type SlotLimits } from "@/lib/platform/concurrency-slots";
import { fairPace } from "@/lib/platform/fair-pace";
import type { ApiEnv } from "./route";
import { goesOn, isEventStream, untilItEnds } from "./until-it-ends";

type Kind = SlotLimits & { retryAfterSeconds: number; words: string };

const nobody = Number.POSITIVE_INFINITY;

/**
 * What one person may have under way at once, on each server. Everything else that a person asks for is short. A person
 * with several keys is one person, a machine another.
 */
const kinds = {
  /** A draft is read and checked whole. Twenty at once of a script wait a second or two, on a busy server ten times that. */
  save: {
    each: 2,
    all: nobody,
    waiting: 40,
    waitMs: 30_000,
    retryAfterSeconds: 3,
    words: "You are saving too much at once. Nothing of this was saved: try again in a few seconds.",
  },
  /** Hundreds of saves in a row; the next one waits for its end. Besides this slot it takes one for saving. */
  batch: {
    each: 1,
    all: nobody,
    waiting: 2,
    waitMs: 10_000,
    retryAfterSeconds: 10,
    words: "Another of your calls for many skills is under way. Wait until it has ended, then try again.",
  },
  /** It takes as long as the sender's line, so nobody waits for one. */
  upload: {
    each: 3,
    all: nobody,
    waiting: 0,
    waitMs: 0,
    retryAfterSeconds: 15,
    words: "Three of your uploads are under way. Wait until one of them has arrived, then try again.",
  },
  /** Comparing, searching, exporting: work that grows with what is asked for. */
  read: {
    each: 3,
    all: nobody,
    waiting: 60,
    waitMs: 30_000,
    retryAfterSeconds: 3,
    words: "You are asking for too much at once. Try again in a few seconds.",
  },
  /**
   * A browser needs one for all its tabs, and one for each conversation it shows. Whoever asks for more is kept a
   * moment: a program that asks again at once would be refused hundreds of times a second.
   */
  stream: {
    each: 40,
    all: 1_000,
    waiting: 200,
    waitMs: 2_000,
    retryAfterSeconds: 30,
    words: "You have 40 streams of events open. Close a tab or end a program, then connect again.",
  },
} as const satisfies Record<string, Kind>;

export type ConcurrencyKind = keyof typeof kinds;

declare global {
  var greenroomConcurrencySlots: Map<ConcurrencyKind, ConcurrencySlots> | undefined;
}
// Pages ask in the process, routes from outside: two bundles, one line for both.
function slotsFor(kind: ConcurrencyKind): ConcurrencySlots {
  globalThis.greenroomConcurrencySlots ??= new Map();
  const known = globalThis.greenroomConcurrencySlots.get(kind) ?? new ConcurrencySlots(kinds[kind]);
  globalThis.greenroomConcurrencySlots.set(kind, known);
  return known;
}

/** An answer that goes on keeps its slot until it ends. TOO_MANY_REQUESTS past what one person may have under way. */
export const limitConcurrency = (kind: ConcurrencyKind) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { signal } = c.req.raw;
    const { userId } = c.var.person.actor;
    const slots = slotsFor(kind);
    const slot = await slots.take(userId, signal);
    if (!slot.ok) throw refusal(kind, slot.reason);
    const begun = performance.now();
    // Its answer goes out at once; only the next piece of the same person's work waits. Where nobody may wait, it would
    // be refused.
    const rest = () => {
      const restMs = slots.hasLine ? fairPace().restAfter(userId, performance.now() - begun) : 0;
      if (restMs === 0) slot.end();
      else setTimeout(slot.end, restMs).unref();
    };
    try {
      await next();
    } catch (error) {
      rest();
      throw error;
    }
    if (!goesOn(c.res) || !c.res.body) return rest();
    const end = isEventStream(c.res) ? slot.end : rest;
    signal.addEventListener("abort", end, { once: true });
    c.res = new Response(untilItEnds(c.res.body, end), c.res);
  });

function refusal(kind: ConcurrencyKind, reason: "own" | "all"): AppError {
  const { words, retryAfterSeconds } = kinds[kind];
  return reason === "own"
    ? new AppError("TOO_MANY_REQUESTS", words, { retryAfterSeconds })
    : new AppError("UNAVAILABLE", "The server has as much under way as it can. Try again in a while.", {
        retryAfterSeconds,
      });
}
