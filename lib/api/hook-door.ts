import "server-only";
import { Hono } from "hono";
import { traceIdOf } from "@/lib/auth/request-facts";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { type HookOutcome, receiveHook } from "@/lib/sources/commands/receive-hook";
import { syncHookedSources } from "@/lib/sources/commands/sync-hooked-sources";
import { answerProblem } from "./answer-problem";
import { AddressLimits } from "./limit-addresses";
import { logRequests } from "./log-requests";
import { type ApiEnv, visitorOf } from "./route";

const limits = new AddressLimits();

/** Where the hosts of sources say that there is something new. A secret signs what is sent; nothing is told to whoever has none. */
export const hookDoor = new Hono<ApiEnv>();
hookDoor.use(logRequests);
hookDoor.onError((error, c) => {
  const response = answerProblem(error, { traceId: c.var.traceId ?? traceIdOf(c.req.raw.headers) });
  response.headers.set("cache-control", "no-store");
  return response;
});
hookDoor.notFound(() => {
  throw nothingHere();
});
hookDoor.post("/hooks/:source", async (c) => {
  const sender = visitorOf(c);
  const source = c.req.param("source");
  limits.beforeLookup(source, sender.address);
  const outcome = await receiveHook(sender, { source, headers: c.req.raw.headers, body: c.req.raw.body });
  const refusal = refusals[outcome];
  if (refusal) {
    limits.noteWrong(source, sender.address);
    throw refusal();
  }
  limits.noteRight(source);
  // Answered first; any server that finds it due before does it instead.
  setImmediate(() => {
    syncHookedSources(sender, sender.now).catch((error: unknown) =>
      log.warn({ err: error }, "the sync after a webhook failed"),
    );
  });
  return c.json({ taken: true }, 202, { "cache-control": "no-store" });
});

const nothingHere = (): AppError => new AppError("NOT_FOUND", "There is nothing at this address.");

const refusals: Record<HookOutcome, (() => AppError) | null> = {
  taken: null,
  unknown: nothingHere,
  refused: () => new AppError("UNAUTHENTICATED", "Not taken."),
  "too-large": () => new AppError("TOO_LARGE", "At most 25 MiB are taken here."),
};
