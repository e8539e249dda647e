import "server-only";
import { z } from "@hono/zod-openapi";
import { startImprovement } from "@/lib/improvements/commands/start-improvement";
import { stopImprovement } from "@/lib/improvements/commands/stop-improvement";
import { suggestAccepted } from "@/lib/improvements/commands/suggest-attempt";
import { estimateImprovement } from "@/lib/improvements/estimate-improvement";
import { getImprovementDetail, listImprovements } from "@/lib/improvements/queries";
import {
  estimateImprovementSchema,
  improvementDetailSchema,
  improvementEstimateSchema,
  improvementListSchema,
  improvementSchema,
  listImprovementsSchema,
  startImprovementSchema,
} from "@/lib/improvements/schema";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Improvements");
const improvements = "/workspaces/{workspace}/improvements";
const ofOne = workspaceParams.extend({
  improvement: z.string().openapi({ description: "The id of a search for descriptions" }),
});
const ofText = ofOne.extend({ position: rowNumberInAddress });

export const improvementRoutes = createApi().openapiRoutes([
  operation("get", improvements, {
    summary: "List searches for better or shorter descriptions",
    description: "The last 50, of a skill, of an agent or of all.",
    params: workspaceParams,
    query: listImprovementsSchema,
    answer: jsonResponse(improvementListSchema, "The newest first"),
    turn: "read",
    run: listImprovements,
  }),
  operation("post", improvements, {
    summary: "Search for a better or a shorter description",
    description:
      "`improve`: a model is told the cases of the training part that are missed, stolen or fired wrongly, and proposes " +
      "descriptions; each is tried by real runs of the skill's suite and of its neighbours' in the agent's catalogue. One is " +
      "accepted when held-out cases improve by the exact test over cases, considering how many were tried, and no neighbour " +
      "loses a case. `shorten`: descriptions of one skill or of an agent's whole catalogue, as short as they can be without " +
      "a held-out case that flips. What is accepted becomes a suggestion in review and is never saved by itself. Answers at " +
      "once; the servers go on with it, whoever listens. 422 where the suite cannot be divided. 409 while 5 go on here.",
    params: workspaceParams,
    body: startImprovementSchema,
    status: 202,
    answer: jsonResponse(improvementSchema, "It goes on"),
    turn: "read",
    conflict: true,
    run: (context, asked) => startImprovement(context, asked),
  }),
  operation("post", `${improvements}/estimate`, {
    summary: "See what a search for descriptions would be and cost",
    description: "Asks no model. What keeps it from starting is in `problems`.",
    params: workspaceParams,
    body: estimateImprovementSchema,
    answer: jsonResponse(improvementEstimateSchema, "Before anything is spent"),
    turn: "read",
    run: (context, asked) => estimateImprovement(context, asked),
  }),
  operation("get", `${improvements}/{improvement}`, {
    summary: "Read what a search for descriptions came to",
    description:
      "Every text that was tried, with figures before and after, what flipped and why it was refused.",
    params: ofOne,
    answer: jsonResponse(improvementDetailSchema, "The search with its texts"),
    turn: "read",
    run: getImprovementDetail,
  }),
  operation("post", `${improvements}/{improvement}/stop`, {
    summary: "Stop a search for descriptions",
    description:
      "With the run that goes on for it. What is decided stays; one that has ended stays as it is.",
    params: ofOne,
    answer: jsonResponse(improvementSchema, "As it is now"),
    run: stopImprovement,
  }),
  operation("post", `${improvements}/{improvement}/texts/{position}/suggest`, {
    summary: "Suggest an accepted description in review",
    description:
      "Where that could not be done by itself: the draft had changed, or somebody's right was missing. 422 for a text that " +
      "was not accepted.",
    params: ofText,
    answer: jsonResponse(improvementDetailSchema, "With the review that it stands in, or why it does not"),
    conflict: true,
    run: suggestAccepted,
  }),
]);
