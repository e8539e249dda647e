import "server-only";
import { type Context, Hono } from "hono";
import { addressOf, traceIdOf } from "@/lib/auth/request-facts";
import { database, poolsOf } from "@/lib/db/client";
import { isSameSecret } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { findFrontDoor } from "@/lib/platform/front-door";
import { checkReadiness } from "@/lib/watch/check-readiness";
import { writeMetrics } from "@/lib/watch/write-metrics";
import { answerProblem } from "./answer-problem";
import { logRequests } from "./log-requests";
import type { ApiEnv } from "./route";

const text = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
const retryAfterSeconds = "5";

/** What whoever watches this server asks: in one word, or in Prometheus's format. */
export const watchDoor = new Hono<ApiEnv>();
watchDoor.use(logRequests);
watchDoor.onError((error, c) =>
  answerProblem(error, { traceId: c.var.traceId ?? traceIdOf(c.req.raw.headers) }),
);
watchDoor.get("/healthz", (c) => c.body("ok\n", 200, text));
watchDoor.get("/readyz", async (c) => {
  const readiness = await checkReadiness(database());
  if (readiness.ready) return c.body("ok\n", 200, text);
  const headers = { ...text, "retry-after": retryAfterSeconds };
  return c.body(`${readiness.reason}: ${readiness.message}\n`, 503, headers);
});
watchDoor.get("/metrics", async (c) => {
  if (!mayWatch(c)) return c.body(closed, 401, { ...text, "www-authenticate": "Bearer" });
  const db = database();
  const { text: written, contentType } = await writeMetrics({ db, pools: poolsOf(db) });
  return c.body(written, 200, { "content-type": contentType, "cache-control": "no-store" });
});

const closed =
  "Metrics are told on this machine alone (loopback), or to whoever sends `Authorization: Bearer` with GREENROOM_METRICS_TOKEN.\n";

/**
 * With a token set, that alone lets in; without, only callers on this machine. Where a proxy on it hides who they are,
 * because nobody has named it as one, that is nobody.
 */
function mayWatch(c: Context<ApiEnv>): boolean {
  const { metricsToken } = env();
  const [, given] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  if (metricsToken !== null) return given !== undefined && isSameSecret(given, metricsToken);
  return isHere(addressOf(c.req.raw.headers)) && !isHere(findFrontDoor()?.unbelieved ?? null);
}

const isHere = (address: string | null): boolean => /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(address ?? "");
