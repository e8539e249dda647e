import "server-only";
import { Hono } from "hono";
import { getKeyContext } from "@/lib/access/queries";
import { type TakenHostLogs, takeHostLogs } from "@/lib/activity/commands/take-host-logs";
import { getPersonContext } from "@/lib/auth/request-context";
import { hasBearer, traceIdOf } from "@/lib/auth/request-facts";
import { AppError } from "@/lib/kernel/app-error";
import { fairPace } from "@/lib/platform/fair-pace";
import { answerProblem } from "./answer-problem";
import { limitBody } from "./limit-body";
import { limitDeliveryCalls } from "./limit-delivery-calls";
import { logRequests } from "./log-requests";
import type { ApiEnv } from "./route";

const mostBytes = 4 * 1024 * 1024;

/**
 * Where live hosts say what they did with the skills that they were delivered: logs of OpenTelemetry, with the key to
 * deliver that they fetch skills with. One address for every agent, for a key is of one. Metrics and traces are taken in
 * the same way as what nobody knows: answered well, and let go.
 */
export const hostLogsDoor = new Hono<ApiEnv>();
hostLogsDoor.use(logRequests);
hostLogsDoor.onError((error, c) => {
  const response = answerProblem(error, { traceId: c.var.traceId ?? traceIdOf(c.req.raw.headers) });
  response.headers.set("cache-control", "no-store");
  return response;
});
hostLogsDoor.notFound(() => {
  throw new AppError(
    "NOT_FOUND",
    "There is nothing at this address. Logs are sent to /otlp/v1/logs, with POST.",
  );
});
hostLogsDoor.use("/otlp/v1/*", async (c, next) => {
  const { headers } = c.req.raw;
  if (!hasBearer(headers))
    throw new AppError("UNAUTHENTICATED", "Send a key to deliver: Authorization: Bearer grk_...");
  c.set("person", { ...(await getPersonContext(headers)), traceId: c.var.traceId });
  const { actor } = c.var.person;
  fairPace().note(actor.userId);
  if (actor.key?.delivers === undefined)
    throw new AppError(
      "FORBIDDEN",
      "This key is not one to deliver. Make one for this agent under Settings, API keys.",
      { details: { scopes: ["deliver"] } },
    );
  c.set("context", await getKeyContext(c.var.person));
  await next();
});
hostLogsDoor.use("/otlp/v1/*", limitDeliveryCalls);
hostLogsDoor.use(
  "/otlp/v1/*",
  limitBody(mostBytes, "An export has at most 4 MiB here: have the host send less at once."),
);

hostLogsDoor.post("/otlp/v1/logs", async (c) => {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw new AppError(
      "UNPROCESSABLE",
      "Only OTLP in JSON is read here: set OTEL_EXPORTER_OTLP_LOGS_PROTOCOL=http/json for the host.",
    );
  const body = await c.req.json().catch(() => {
    throw new AppError("BAD_REQUEST", "The body is not JSON.");
  });
  return c.json(partialSuccess(await takeHostLogs(c.var.context, body)), 200, {
    "cache-control": "no-store",
  });
});
for (const signal of ["metrics", "traces"])
  hostLogsDoor.post(`/otlp/v1/${signal}`, (c) => c.json({}, 200, { "cache-control": "no-store" }));

/** Nothing is rejected: a message alone is a warning, and the host does not send it again (OTLP, partial success). */
function partialSuccess({ unnamed }: TakenHostLogs): { partialSuccess?: { errorMessage: string } } {
  if (unnamed === 0) return {};
  const errorMessage = `${unnamed} activations did not say of which skill: set OTEL_LOG_TOOL_DETAILS=1 for the host.`;
  return { partialSuccess: { errorMessage } };
}
