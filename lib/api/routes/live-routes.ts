import "server-only";
import { z } from "@hono/zod-openapi";
import { takeWording } from "@/lib/live/commands/take-wording";
import { compareWithDialect } from "@/lib/live/compare-with-dialect";
import { hostComparisonSchema } from "@/lib/live/comparison-schema";
import { listLiveEvents } from "@/lib/live/live-log";
import { previewWording } from "@/lib/live/preview-wording";
import { eventListSchema, listEventsSchema } from "@/lib/sessions/schema";
import { revertWording } from "@/lib/wordings/commands/revert-wording";
import { listWordings } from "@/lib/wordings/queries";
import {
  takenWordingListSchema,
  takenWordingSchema,
  takeWordingSchema,
  wordingPreviewSchema,
} from "@/lib/wordings/schema";
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
      "message and the same calls, with the texts where they are not the same; `lacking` says why there is nothing to " +
      "compare.",
    params: session,
    answer: jsonResponse(hostComparisonSchema, "Equal, other words, or different"),
    turn: "read",
    run: compareWithDialect,
  }),
  operation("get", `${base}/wording`, {
    summary: "See which sentences of a live host its dialect could speak",
    description:
      "A sentence is taken where it stands around the same names, paths, tags and numbers, byte for byte, as the " +
      "dialect's own; every other one is named with the reason.",
    params: session,
    answer: jsonResponse(wordingPreviewSchema, "What would be taken, and what cannot be"),
    turn: "read",
    run: previewWording,
  }),
  operation("post", `${base}/wording`, {
    summary: "Rehearse with a live host's own sentences",
    description:
      "They become the words of its dialect in this workspace, for every agent, until they are reverted. `digest` is " +
      "that of the sentences that were looked at: 409 when the conversation has other ones by now.",
    params: session,
    body: takeWordingSchema,
    answer: jsonResponse(takenWordingSchema, "Taken"),
    turn: "read",
    run: takeWording,
  }),
  operation("get", "/workspaces/{workspace}/wordings", {
    summary: "List the dialects that speak in their host's own sentences",
    params: workspaceParams,
    answer: jsonResponse(takenWordingListSchema, "By dialect, with who took them and when"),
    run: async (context) => ({ items: await listWordings(context) }),
  }),
  operation("delete", "/workspaces/{workspace}/wordings/{dialect}", {
    summary: "Give a dialect its own words back",
    params: workspaceParams.extend({ dialect: z.string() }),
    done: "Reverted",
    run: revertWording,
  }),
]);
