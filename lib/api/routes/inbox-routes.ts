import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { markAllRead, markNotification } from "@/lib/notifications/commands";
import { countUnread, listNotifications } from "@/lib/notifications/queries";
import {
  listNotificationsSchema,
  markAllReadSchema,
  markNotificationSchema,
  notificationListSchema,
  unreadCountSchema,
} from "@/lib/notifications/schema";
import { createApi, inputOf, jsonBody, jsonResponse, problemResponses, workspaceParams } from "../route";

const tags = ["Inbox"];
const base = "/workspaces/{workspace}/inbox";

export const inboxRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "List what concerns you",
      description: "Newest first; with `unreadFirst=true` what you have not read before the rest.",
      request: { params: workspaceParams, query: listNotificationsSchema },
      responses: { 200: jsonResponse(notificationListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listNotifications(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/unread`,
      tags,
      summary: "Count what you have not read",
      request: { params: workspaceParams },
      responses: { 200: jsonResponse(unreadCountSchema, "The count"), ...problemResponses },
    }),
    async (c) => c.json(await countUnread(c.var.context), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/read`,
      tags,
      summary: "Mark everything as read",
      description:
        "Up to the newest line that you have seen: what came after `upTo` stays unread. With `review` or `import` only " +
        "what is about that.",
      request: { params: workspaceParams, body: jsonBody(markAllReadSchema) },
      responses: { 204: { description: "Marked" }, ...problemResponses },
    }),
    async (c) => {
      await markAllRead(c.var.context, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "patch",
      path: `${base}/{notification}`,
      tags,
      summary: "Mark one line as read or unread",
      request: {
        params: workspaceParams.extend({ notification: z.uuid() }),
        body: jsonBody(markNotificationSchema),
      },
      responses: { 204: { description: "Marked" }, ...problemResponses },
    }),
    async (c) => {
      await markNotification(c.var.context, inputOf(c, "json"));
      return c.body(null, 204);
    },
  );
