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
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, problemResponses, tooManyResponse, workspaceParams } from "../route";

const tags = ["Playground"];
const operation = operationsUnder("Playground");
const base = "/workspaces/{workspace}/conversations";
const conversationParams = workspaceParams.extend({ conversation: z.uuid() });
const eventParams = conversationParams.extend({ seq: rowNumberInAddress });

export const sessionRoutes = createApi()
  .openapiRoutes([
    operation("get", base, {
      summary: "List conversations",
      description: "Shared ones and your own, the most recently used first.",
      params: workspaceParams,
      query: listConversationsSchema,
      answer: jsonResponse(conversationListSchema, "One page"),
      run: listConversations,
    }),
    operation("post", base, {
      summary: "Open a conversation with an agent",
      description:
        "The overlay adds skills to the agent's, or replaces its version of one, for this conversation.",
      params: workspaceParams,
      body: createConversationSchema,
      status: 201,
      answer: jsonResponse(conversationSchema, "Opened"),
      run: createConversation,
    }),
    operation("get", `${base}/{conversation}`, {
      summary: "Read a conversation",
      params: conversationParams,
      answer: jsonResponse(conversationSchema, "The conversation"),
      run: (context, asked) => getConversation(context, asked.conversation),
    }),
    operation("patch", `${base}/{conversation}`, {
      summary: "Rename or share a conversation, or change its overlay",
      params: conversationParams,
      body: updateConversationSchema,
      answer: jsonResponse(conversationSchema, "Changed"),
      run: updateConversation,
    }),
    operation("delete", `${base}/{conversation}`, {
      summary: "Delete a conversation with its whole log",
      params: conversationParams,
      done: "Deleted",
      run: (context, asked) => deleteConversation(context, asked.conversation),
    }),
    operation("post", `${base}/{conversation}/branches`, {
      summary: "Fork a conversation from any event",
      description:
        "The new branch shares all events up to `fromSeq`, with what they brought into the prompt; nothing is started in it.",
      params: conversationParams,
      body: createBranchSchema,
      status: 201,
      answer: jsonResponse(branchSchema, "The new branch"),
      run: createBranch,
    }),
    operation("get", `${base}/{conversation}/feedback`, {
      summary: "List the thumbs on a conversation's runs",
      params: conversationParams,
      answer: jsonResponse(z.object({ items: z.array(feedbackSchema) }), "Newest first"),
      run: async (context, asked) => ({ items: await listFeedback(context, asked.conversation) }),
    }),
  ])
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
      middleware: [limitConcurrency("stream")] as const,
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
  .openapiRoutes([
    operation("get", `${base}/{conversation}/events/{seq}`, {
      summary: "Read one event",
      params: eventParams,
      answer: jsonResponse(eventSchema, "The event"),
      run: getEvent,
    }),
    operation("get", `${base}/{conversation}/events/{seq}/request`, {
      summary: "Read what a model step was sent",
      description:
        "Rebuilt from the log; `matches` says that its hash is the one recorded when it was sent. It holds the texts as they were: what looks like a secret is masked in exchanges alone, where headers and keys go by.",
      params: eventParams,
      answer: jsonResponse(stepRequestSchema, "The exact prompt"),
      run: getStepRequest,
    }),
  ]);
