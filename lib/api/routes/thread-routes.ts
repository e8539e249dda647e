import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { addComment } from "@/lib/discussion/commands/add-comment";
import { applySuggestion } from "@/lib/discussion/commands/apply-suggestion";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { deleteComment } from "@/lib/discussion/commands/delete-comment";
import { editComment } from "@/lib/discussion/commands/edit-comment";
import { resolveThread } from "@/lib/discussion/commands/resolve-thread";
import { listThreads } from "@/lib/discussion/list-threads";
import {
  addCommentSchema,
  applySuggestionSchema,
  createThreadSchema,
  editCommentSchema,
  listThreadsQuerySchema,
  resolveThreadSchema,
  threadListSchema,
  threadSchema,
} from "@/lib/discussion/schema";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Discussion"];
const threads = "/workspaces/{workspace}/threads";
const comments = "/workspaces/{workspace}/comments";
const threadParams = workspaceParams.extend({ thread: z.uuid() });
const commentParams = workspaceParams.extend({ comment: z.uuid() });
const thread = jsonResponse(threadSchema, "The thread");

export const threadRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: threads,
      tags,
      summary: "List the threads of one review or of one conversation, the oldest first",
      description: "A thread on lines says where they are now; one whose text is gone is outdated.",
      middleware: [takeTurn("read")] as const,
      request: { params: workspaceParams, query: listThreadsQuerySchema },
      responses: {
        200: jsonResponse(threadListSchema, "The threads"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => c.json(await listThreads(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: threads,
      tags,
      summary: "Begin a thread: on a review, on lines of a file, or on an event of a shared conversation",
      description: "409 when the lines belong to a draft that has changed since: look again.",
      request: { params: workspaceParams, body: jsonBody(createThreadSchema) },
      responses: {
        201: jsonResponse(threadSchema, "The thread with its first comment"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await createThread(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: `${threads}/{thread}`,
      tags,
      summary: "Resolve a thread, or open it again",
      request: { params: threadParams, body: jsonBody(resolveThreadSchema) },
      responses: { 200: thread, ...problemResponses },
    }),
    async (c) => c.json(await resolveThread(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${threads}/{thread}/comments`,
      tags,
      summary: "Answer in a thread",
      request: { params: threadParams, body: jsonBody(addCommentSchema) },
      responses: { 201: thread, ...problemResponses },
    }),
    async (c) => c.json(await addComment(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: `${comments}/{comment}`,
      tags,
      summary: "Change the text of one's own comment",
      request: { params: commentParams, body: jsonBody(editCommentSchema) },
      responses: { 200: thread, ...problemResponses },
    }),
    async (c) => c.json(await editComment(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${comments}/{comment}`,
      tags,
      summary: "Delete one's own comment; the last one takes its thread along",
      request: { params: commentParams },
      responses: { 204: { description: "Deleted" }, ...problemResponses },
    }),
    async (c) => {
      await deleteComment(c.var.context, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${comments}/{comment}/apply`,
      tags,
      summary: "Put the suggested text into the draft and resolve the thread",
      description:
        "The suggestion must not be outdated or applied already; a save of the same file meanwhile is answered with 409.",
      middleware: [takeTurn("save")] as const,
      request: { params: commentParams, body: jsonBody(applySuggestionSchema) },
      responses: { 200: thread, ...problemResponses, ...savingResponses, ...conflictResponse },
    }),
    async (c) => c.json(await applySuggestion(c.var.context, inputOf(c, "json")), 200),
  );
