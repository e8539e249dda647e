import "server-only";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { addressOf, traceIdOf } from "@/lib/auth/request-facts";
import { plainLog } from "@/lib/platform/log";
import { metrics, secondsSince } from "@/lib/platform/metrics";
import { countRequest } from "./count-request";
import type { ApiEnv } from "./route";
import { isEventStream, untilItEnds } from "./until-it-ends";

/** Whoever watches a server asks these every few seconds. */
const isHealth = (route: string): boolean =>
  /\/health(?:\/live)?$|^\/(?:healthz|readyz|metrics)$/.test(route);

/**
 * Writes one line for each request, when it is answered; for a stream of events when that ends. Of its address only the
 * route's pattern, as what stands in its place or behind a question mark may be secret: an id, a token, a code.
 */
export const logRequests = createMiddleware<ApiEnv>(async (c, next) => {
  const begun = performance.now();
  const { method, headers, signal } = c.req.raw;
  c.set("traceId", traceIdOf(headers));
  await next();

  const patterns = matchedRoutes(c).map(({ path }) => path);
  const route = patterns.find((path) => !path.endsWith("*")) ?? "none";
  const { status } = c.res;
  const isStream = isEventStream(c.res) && c.res.body !== null;
  let isWritten = false;
  countRequest({ method, route, path: c.req.path, status, seconds: secondsSince(begun) });
  const write = () => {
    if (isWritten) return;
    isWritten = true;
    if (isStream) metrics().streams.dec({ route });
    // Before anybody is known, and where nobody need be, there is no person.
    const actor = c.get("person")?.actor;
    plainLog[isHealth(route) ? "debug" : "info"](
      {
        method,
        route,
        status,
        ms: Math.round(performance.now() - begun),
        user: actor?.userId ?? null,
        key: actor?.key?.id ?? null,
        address: addressOf(headers),
        traceId: c.var.traceId,
      },
      "request",
    );
  };
  if (!isStream || !c.res.body) return write();
  metrics().streams.inc({ route });
  signal.addEventListener("abort", write, { once: true });
  c.res = new Response(untilItEnds(c.res.body, write), c.res);
});
