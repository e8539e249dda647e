import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { changeSchema } from "@/lib/notifications/schema";
import { writeChangeStream } from "../event-stream";
import { limitConcurrency } from "../limit-concurrency";
import { createApi, problemResponses, tooManyResponse, workspaceParams } from "../route";

export const changeRoutes = createApi().openapi(
  createRoute({
    method: "get",
    path: "/workspaces/{workspace}/changes",
    tags: ["Workspaces"],
    summary: "Follow what moves in a workspace",
    description:
      "Server-sent events named `changed` that say which parts have moved since the last one, at most about twice a " +
      "second: the library, agents, reviews, who is a member, your own inbox. No content; a comment after 15 silent seconds. The " +
      "stream ends when you sign out, when the key is revoked, and when you leave the workspace.",
    middleware: [limitConcurrency("stream")] as const,
    request: { params: workspaceParams },
    responses: {
      200: { description: "The stream", content: { "text/event-stream": { schema: changeSchema } } },
      ...problemResponses,
      ...tooManyResponse,
    },
  }),
  (c) => writeChangeStream(c.var.context, c.req.raw),
);
