import "server-only";
import { Hono } from "hono";
import { getKeyContext } from "@/lib/access/queries";
import { getPersonContext } from "@/lib/auth/request-context";
import { hasBearer, traceIdOf } from "@/lib/auth/request-facts";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { AppError, type ErrorCode } from "@/lib/kernel/app-error";
import { endSession, requireNotEnded } from "@/lib/mcp/agent-session";
import { answerMcp, isListening } from "@/lib/mcp/answer-mcp";
import { challenge, isFromElsewhere, resourceMetadata } from "@/lib/mcp/mcp-address";
import { nameSession, readSession, sessionHeader } from "@/lib/mcp/name-session";
import { readMessage, refuse } from "@/lib/mcp/read-message";
import { changeFrames } from "@/lib/mcp/tell-changes";
import { fairPace } from "@/lib/platform/fair-pace";
import { answerProblem } from "./answer-problem";
import { streamOf, wantsEventStream } from "./event-stream";
import { limitConcurrency } from "./limit-concurrency";
import { limitDeliveryCalls } from "./limit-delivery-calls";
import { logRequests } from "./log-requests";
import type { ApiEnv } from "./route";

/**
 * Where MCP clients find an agent's skills, with one of its keys to deliver. A wrong key is answered 401, and an agent
 * that is not the key's 404 in the words for one that does not exist, as with its manifest.
 */
export const mcpDoor = new Hono<ApiEnv>();
mcpDoor.use(logRequests);
mcpDoor.use(async (c, next) => {
  await next();
  c.res.headers.set("x-trace-id", c.var.traceId);
  c.res.headers.set("x-content-type-options", "nosniff");
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
});
mcpDoor.onError((error, c) => {
  const traceId = c.var.traceId ?? traceIdOf(c.req.raw.headers);
  const response = answerProblem(error, { traceId, path: c.req.path });
  const wrong = error instanceof AppError ? challenges[error.code] : undefined;
  if (wrong)
    response.headers.set("www-authenticate", challenge(agentOf(c.req.path), wrong(c.req.raw.headers)));
  return response;
});
mcpDoor.notFound(() => {
  throw new AppError("NOT_FOUND", "There is no MCP server at this address. An agent's is at /mcp/{agent}.");
});

mcpDoor.get("/.well-known/oauth-protected-resource/mcp/:agent", (c) =>
  c.json(resourceMetadata(c.req.param("agent")), 200, {
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
  }),
);

mcpDoor.use("/mcp/:agent", async (c, next) => {
  const { headers } = c.req.raw;
  if (isFromElsewhere(headers))
    throw new AppError("FORBIDDEN", "This request came from a page of another site.");
  if (!hasBearer(headers))
    throw notLetIn("Send a key to deliver of this agent: Authorization: Bearer grk_...");
  c.set("person", { ...(await getPersonContext(headers)), traceId: c.var.traceId });
  const { actor } = c.var.person;
  fairPace().note(actor.userId);
  if (actor.key?.delivers === undefined) {
    const words = "This key is not one to deliver. Make one for this agent under Settings, API keys.";
    throw new AppError("FORBIDDEN", words, { details: { scopes: ["deliver"] } });
  }
  c.set("context", await getKeyContext(c.var.person));
  await next();
});
mcpDoor.use("/mcp/:agent", limitDeliveryCalls);

mcpDoor.delete("/mcp/:agent", async (c) => {
  const { context } = c.var;
  const opened = await openDelivery(context, c.req.param("agent"));
  const named = readSession(c.req.header(sessionHeader) ?? "");
  if (named === null) throw noSession();
  await endSession({ context, opened, named });
  return c.body(null, 204);
});

const oneStream = limitConcurrency("stream");

/** What changes, for clients of 2025; those of 2026-07-28 ask for it with a message. */
mcpDoor.get("/mcp/:agent", oneStream, async (c) => {
  const request = c.req.raw;
  const { context } = c.var;
  const opened = await openDelivery(context, c.req.param("agent"));
  if (request.method !== "GET") return notTaken();
  if (!wantsEventStream(request))
    return refuse(406, -32_000, "What changes is told in a stream: accept text/event-stream.").response;
  const named = nameSession(request.headers, null);
  if (named === null) throw noSession();
  const session = { context, opened, named };
  await requireNotEnded(session);
  return streamOf(request, (signal) => changeFrames(session, signal));
});

mcpDoor.all("/mcp/:agent", async (c) => {
  const request = c.req.raw;
  const { context } = c.var;
  const opened = await openDelivery(context, c.req.param("agent"));
  if (request.method !== "POST") return notTaken();
  const message = await readMessage(request);
  if (!message.ok) return message.response;
  const named = nameSession(request.headers, message.body);
  if (named === null) throw noSession();
  await requireNotEnded({ context, opened, named });
  const { body } = message;
  const ask = () => answerMcp({ request, body, context, opened, named });
  if (isListening(body)) {
    await oneStream(c, async () => {
      c.res = await ask();
    });
    return c.res;
  }
  const answer = await ask();
  // As the first answer names it, so its client names it from then on.
  if (named.id !== null && answer.ok && !request.headers.has(sessionHeader))
    answer.headers.set(sessionHeader, named.id);
  return answer;
});

const noSession = (): AppError =>
  new AppError("NOT_FOUND", "There is no such session. Begin another one with initialize.");

/** By the code of an error, what the client is told of its key. */
const challenges: Partial<Record<ErrorCode, (headers: Headers) => Parameters<typeof challenge>[1]>> = {
  UNAUTHENTICATED: (headers) => (hasBearer(headers) ? "invalid_token" : null),
  FORBIDDEN: () => "insufficient_scope",
};

const notLetIn = (words: string): AppError => new AppError("UNAUTHENTICATED", words);

function notTaken(): Response {
  const { response } = refuse(405, -32_000, "Send messages with POST, and ask for what changes with GET.");
  response.headers.set("allow", "GET, POST, DELETE");
  return response;
}

/** As it stands in an address. */
function agentOf(path: string): string {
  const segment = path.split("/")[2] ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
