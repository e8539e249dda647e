import "server-only";
import { z } from "@hono/zod-openapi";
import { callServedTool } from "@/lib/served/commands/call-served-tool";
import { endServedSession } from "@/lib/served/commands/end-served-session";
import { openServedSession } from "@/lib/served/commands/open-served-session";
import { removeServedSession } from "@/lib/served/commands/remove-served-session";
import { tellServedMessage } from "@/lib/served/commands/tell-served-message";
import { getServedCatalogue } from "@/lib/served/get-served-catalogue";
import { getServedSession, listServedEvents, listServedSessions } from "@/lib/served/queries";
import {
  callServedSchema,
  listServedEventsSchema,
  listServedSchema,
  openedServedSchema,
  openServedSchema,
  servedAnswerSchema,
  servedSessionListSchema,
  servedSessionSchema,
  servedTurnSchema,
  tellServedSchema,
} from "@/lib/served/schema";
import { eventListSchema } from "@/lib/sessions/schema";
import { operationsUnder } from "../operation";
import { agentParams, createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Served sessions");
const own = "/workspaces/{workspace}/agents/{agent}/sessions";
const all = "/workspaces/{workspace}/served-sessions";
const sessionId = z.string().openapi({ description: "The id of a session of an agent's program" });
const ownSession = agentParams.extend({ session: sessionId });
const served = workspaceParams.extend({ served: sessionId });

export const servedRoutes = createApi().openapiRoutes([
  operation("post", own, {
    summary: "Open a session of an agent's own program",
    description:
      "For a key of scope `deliver`, which is for one agent. The answer has what the model is to be sent: `system`, and " +
      "`tools` as JSON Schema; where `place` is another than `system-prompt`, `text` belongs into or behind the first " +
      "message. Published versions alone, and those of this moment until the session ends. With a `reference` of an open " +
      "session that has room left that one is answered again. A session ends after 60 minutes without a request, after 24 " +
      "hours, and after 2,000 calls, 500 turns or 8 MiB of log: then 410. A first turn that is larger than 8 MiB: 422. A key may have 100 open, and open 60 in a minute: then 429.",
    params: agentParams,
    body: openServedSchema,
    status: 201,
    answer: jsonResponse(openedServedSchema, "Opened, or open already"),
    often: true,
    run: (context, asked) => openServedSession(context, { ...asked, via: "rest" }),
  }),
  operation("get", `${own}/{session}`, {
    summary: "Read what the newest turn of a session began with",
    description: "With all tools that the model is to be offered by now.",
    params: ownSession,
    answer: jsonResponse(openedServedSchema, "The turn"),
    often: true,
    gone: true,
    run: getServedCatalogue,
  }),
  operation("post", `${own}/{session}/calls`, {
    summary: "Answer a model's call of one of the session's tools",
    description:
      "Give the model `text` as the result of its call, with `isError` where its provider takes that, and `following` as a " +
      "message behind the results. What the model got wrong is an answer too. With the `id` of a call of this turn that " +
      "was answered before: the same answer, so that a request can be sent again. Several at once are answered one after " +
      "the other. A version that was withdrawn since is refused from then on.",
    params: ownSession,
    body: callServedSchema,
    answer: jsonResponse(servedAnswerSchema, "What the model is to be told"),
    often: true,
    gone: true,
    conflict: true,
    run: callServedTool,
  }),
  operation("post", `${own}/{session}/messages`, {
    summary: "Tell a session the person's next message",
    description:
      "Begins a turn: send the model the `catalogue` of this answer from now on, and `injected` as messages behind the " +
      "person's: what the message activated by naming it (/name). A router chooses by it.",
    params: ownSession,
    body: tellServedSchema,
    answer: jsonResponse(servedTurnSchema, "The turn"),
    often: true,
    gone: true,
    conflict: true,
    run: tellServedMessage,
  }),
  operation("post", `${own}/{session}/end`, {
    summary: "End a session",
    description: "Its log stays readable as long as the workspace keeps live conversations.",
    params: ownSession,
    answer: jsonResponse(servedSessionSchema, "Ended, now or before"),
    often: true,
    gone: true,
    conflict: true,
    run: endServedSession,
  }),
  operation("get", all, {
    summary: "List sessions of agents' own programs",
    description:
      "Those of the keys that act as you; everybody's for admins. A key to deliver sees its own sessions.",
    params: workspaceParams,
    query: listServedSchema,
    answer: jsonResponse(servedSessionListSchema, "The most recently used first"),
    run: listServedSessions,
  }),
  operation("get", `${all}/{served}`, {
    summary: "Get a session of an agent's own program",
    params: served,
    answer: jsonResponse(servedSessionSchema, "The session"),
    run: (context, asked) => getServedSession(context, { session: asked.served }),
  }),
  operation("get", `${all}/{served}/events`, {
    summary: "Read what happened in a session of an agent's own program",
    description:
      "The same events as in the log of a rehearsal: catalogue, skill activated, file read, refused. Whatever the program " +
      "itself did with its model is not among them.",
    params: served,
    query: listServedEventsSchema,
    answer: jsonResponse(eventListSchema, "In the order of seq"),
    turn: "read",
    run: (context, { served, ...page }) => listServedEvents(context, { ...page, session: served }),
  }),
  operation("delete", `${all}/{served}`, {
    summary: "Remove a session of an agent's own program with its log",
    description:
      "One of a key that acts as you; anybody's for admins. Its program is told 404 from then on, over MCP too where its " +
      "client has a connection (`Mcp-Session-Id`), which begins another one with `initialize`. One without connections " +
      "begins another session with its next call.",
    params: served,
    done: "Removed",
    run: (context, asked) => removeServedSession(context, { session: asked.served }),
  }),
]);
