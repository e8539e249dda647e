import "server-only";
import { z } from "@hono/zod-openapi";
import { markAllRead, markNotification } from "@/lib/notifications/commands";
import { countUnread, listNotifications } from "@/lib/notifications/queries";
import {
  listNotificationsSchema,
  markAllReadSchema,
  markNotificationSchema,
  notificationListSchema,
  unreadCountSchema,
} from "@/lib/notifications/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Inbox");
const base = "/workspaces/{workspace}/inbox";

export const inboxRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List what concerns you",
    description: "Newest first; with `unreadFirst=true` what you have not read before the rest.",
    params: workspaceParams,
    query: listNotificationsSchema,
    answer: jsonResponse(notificationListSchema, "One page"),
    run: listNotifications,
  }),
  operation("get", `${base}/unread`, {
    summary: "Count what you have not read",
    params: workspaceParams,
    answer: jsonResponse(unreadCountSchema, "The count"),
    run: countUnread,
  }),
  operation("post", `${base}/read`, {
    summary: "Mark everything as read",
    description:
      "Up to the newest line that you have seen: what came after `upTo` stays unread. With `review` or `import` only " +
      "what is about that.",
    params: workspaceParams,
    body: markAllReadSchema,
    done: "Marked",
    run: markAllRead,
  }),
  operation("patch", `${base}/{notification}`, {
    summary: "Mark one line as read or unread",
    params: workspaceParams.extend({ notification: z.uuid() }),
    body: markNotificationSchema,
    done: "Marked",
    run: markNotification,
  }),
]);
