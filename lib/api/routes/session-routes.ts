import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { eventSchema } from "@/lib/runtime/events";
import { createConversation, deleteConversation, updateConversation } from "@/lib/sessions/commands";
import { createBranch } from "@/lib/sessions/commands/create-branch";
import {
  getConversation,
  getEvent,
  getStepRequest,
  listConversations,
  listEvents,
  listFeedback,
} from "@/lib/sessions/queries";
import {
  branchSchema,
  conversationListSchema,
  conversationSchema,
  createBranchSchema,
  createConversationSchema,
  eventListSchema,
  feedbackSchema,
  listConversationsSchema,
  listEventsSchema,
  stepRequestSchema,
  updateConversationSchema,
} from "@/lib/sessions/schema";
import { wantsEventStream, writeEventStream } from "../event-stream";
import {
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Playground"];
const base = "/workspaces/{workspace}/conversations";
const conversationParams = workspaceParams.extend({ conversation: z.uuid() });
const eventParams = conversationParams.extend({ seq: rowNumberInAddress });

export const sessionRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "List conversations",
      description: "Shared ones and your own, the most recently used first.",
      request: { params: workspaceParams, query: listConversationsSchema },
      responses: { 200: jsonResponse(conversationListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listConversations(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: base,
      tags,
      summary: "Open a conversation with an agent",
      description:
        "The overlay adds skills to the agent's, or replaces its version of one, for this conversation.",
      request: { params: workspaceParams, body: jsonBody(createConversationSchema) },
      responses: { 201: jsonResponse(conversationSchema, "Opened"), ...problemResponses },
    }),
    async (c) => c.json(await createConversation(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/{conversation}`,
      tags,
      summary: "Read a conversation",
      request: { params: conversationParams },
      responses: { 200: jsonResponse(conversationSchema, "The conversation"), ...problemResponses },
    }),
    async (c) => c.json(await getConversation(c.var.context, c.req.valid("param").conversation), 200),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: `${base}/{conversation}`,
      tags,
      summary: "Rename or share a conversation, or change its overlay",
      request: { params: conversationParams, body: jsonBody(updateConversationSchema) },
      responses: { 200: jsonResponse(conversationSchema, "Changed"), ...problemResponses },
    }),
    async (c) => c.json(await updateConversation(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${base}/{conversation}`,
      tags,
      summary: "Delete a conversation with its whole log",
      request: { params: conversationParams },
      responses: { 204: { description: "Deleted" }, ...problemResponses },
    }),
    async (c) => {
      await deleteConversation(c.var.context, c.req.valid("param").conversation);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/{conversation}/branches`,
      tags,
      summary: "Fork a conversation from any event",
      description:
        "The new branch shares all events up to `fromSeq`, with what they brought into the prompt; nothing is started in it.",
      request: { params: conversationParams, body: jsonBody(createBranchSchema) },
      responses: { 201: jsonResponse(branchSchema, "The new branch"), ...problemResponses },
    }),
    async (c) => c.json(await createBranch(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/{conversation}/feedback`,
      tags,
      summary: "List the thumbs on a conversation's runs",
      request: { params: conversationParams },
      responses: {
        200: jsonResponse(z.object({ items: z.array(feedbackSchema) }), "Newest first"),
        ...problemResponses,
      },
    }),
    async (c) => c.json({ items: await listFeedback(c.var.context, c.req.valid("param").conversation) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/{conversation}/events`,
      tags,
      summary: "Read or follow the log",
      description:
        "One line's events: of `branch`, or of the line used last. JSON by default. With `Accept: text/event-stream` the " +
        "log from `after` (or Last-Event-ID) on, then every new event as it is committed: `id` is the seq, `data` the " +
        "event as JSON; a comment after 15 silent seconds. An event named `conversation` says that something changed " +
        "that is not in this line's log: another line, a call that waits for a person, a thumb.",
      middleware: [takeTurn("stream")] as const,
      request: { params: conversationParams, query: listEventsSchema },
      responses: {
        200: {
          description: "Events in the order of seq",
          content: {
            "application/json": { schema: eventListSchema },
            "text/event-stream": { schema: z.string() },
          },
        },
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => {
      const input = { conversation: c.req.valid("param").conversation, ...c.req.valid("query") };
      if (wantsEventStream(c.req.raw)) return writeEventStream(c.var.context, input, c.req.raw);
      return c.json(await listEvents(c.var.context, input), 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/{conversation}/events/{seq}`,
      tags,
      summary: "Read one event",
      request: { params: eventParams },
      responses: { 200: jsonResponse(eventSchema, "The event"), ...problemResponses },
    }),
    async (c) => c.json(await getEvent(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/{conversation}/events/{seq}/request`,
      tags,
      summary: "Read what a model step was sent",
      description: "Rebuilt from the log; `matches` says that its hash is the one recorded when it was sent.",
      request: { params: eventParams },
      responses: { 200: jsonResponse(stepRequestSchema, "The exact prompt"), ...problemResponses },
    }),
    async (c) => c.json(await getStepRequest(c.var.context, c.req.valid("param")), 200),
  );
