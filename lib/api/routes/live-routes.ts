import "server-only";
import { z } from "@hono/zod-openapi";
import { compareWithDialect } from "@/lib/live/compare-with-dialect";
import { hostComparisonSchema } from "@/lib/live/comparison-schema";
import { listLiveEvents } from "@/lib/live/live-log";
import { eventListSchema, listEventsSchema } from "@/lib/sessions/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Live hosts");
const base = "/workspaces/{workspace}/gateway/sessions/{session}";
const session = workspaceParams.extend({
  session: z.string().openapi({ description: "The id of a conversation of a live host" }),
});

export const liveRoutes = createApi().openapiRoutes([
  operation("get", `${base}/events`, {
    summary: "Read what happened in a conversation of a live host",
    description:
      "The same events as in the log of a rehearsal: catalogue found, skill activated, file read, refused. Texts are " +
      "told by their bytes to skill and version; they are empty where the workspace keeps skill events alone.",
    params: session,
    query: listEventsSchema.omit({ branch: true }),
    answer: jsonResponse(eventListSchema, "In the order of seq"),
    turn: "read",
    run: listLiveEvents,
  }),
  operation("get", `${base}/comparison`, {
    summary: "Compare what a live host sent with its dialect",
    description:
      "Place by place: what the host sent, and what Greenroom sends for the same skills in the same versions, the same " +
      "message and the same calls. Words of the host are left out; `lacking` says why there is nothing to compare.",
    params: session,
    answer: jsonResponse(hostComparisonSchema, "Equal, other words, or different"),
    turn: "read",
    run: compareWithDialect,
  }),
]);
