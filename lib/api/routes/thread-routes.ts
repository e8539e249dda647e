import "server-only";
import { z } from "@hono/zod-openapi";
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
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Discussion");
const threads = "/workspaces/{workspace}/threads";
const comments = "/workspaces/{workspace}/comments";
const threadParams = workspaceParams.extend({ thread: z.uuid() });
const commentParams = workspaceParams.extend({ comment: z.uuid() });
const thread = jsonResponse(threadSchema, "The thread");

export const threadRoutes = createApi().openapiRoutes([
  operation("get", threads, {
    summary: "List the threads of one review or of one conversation, the oldest first",
    description: "A thread on lines says where they are now; one whose text is gone is outdated.",
    params: workspaceParams,
    query: listThreadsQuerySchema,
    answer: jsonResponse(threadListSchema, "The threads"),
    turn: "read",
    run: listThreads,
  }),
  operation("post", threads, {
    summary: "Begin a thread: on a review, on lines of a file, or on an event of a shared conversation",
    description: "409 when the lines belong to a draft that has changed since: look again.",
    params: workspaceParams,
    body: createThreadSchema,
    status: 201,
    answer: jsonResponse(threadSchema, "The thread with its first comment"),
    conflict: true,
    run: createThread,
  }),
  operation("patch", `${threads}/{thread}`, {
    summary: "Resolve a thread, or open it again",
    params: threadParams,
    body: resolveThreadSchema,
    answer: thread,
    run: resolveThread,
  }),
  operation("post", `${threads}/{thread}/comments`, {
    summary: "Answer in a thread",
    params: threadParams,
    body: addCommentSchema,
    status: 201,
    answer: thread,
    run: addComment,
  }),
  operation("patch", `${comments}/{comment}`, {
    summary: "Change the text of one's own comment",
    params: commentParams,
    body: editCommentSchema,
    answer: thread,
    run: editComment,
  }),
  operation("delete", `${comments}/{comment}`, {
    summary: "Delete one's own comment; the last one takes its thread along",
    params: commentParams,
    done: "Deleted",
    run: deleteComment,
  }),
  operation("post", `${comments}/{comment}/apply`, {
    summary: "Put the suggested text into the draft and resolve the thread",
    description:
      "The suggestion must not be outdated or applied already; a save of the same file meanwhile is answered with 409.",
    params: commentParams,
    body: applySuggestionSchema,
    answer: thread,
    conflict: true,
    turn: "save",
    run: applySuggestion,
  }),
]);
