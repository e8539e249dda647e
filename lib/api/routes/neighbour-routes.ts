import "server-only";
import { startNeighbourRuns } from "@/lib/proof/commands/start-neighbour-runs";
import { estimateNeighbourRuns } from "@/lib/proof/neighbours/estimate-neighbour-runs";
import {
  neighbourEstimateSchema,
  neighbourRunsSchema,
  startedNeighboursSchema,
} from "@/lib/proof/neighbours/neighbour-run-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams } from "../route";

const operation = operationsUnder("Proof");
const neighbours = "/workspaces/{workspace}/skills/{skill}/neighbour-runs";

/** What a draft does to the skills beside it. */
export const neighbourRoutes = createApi().openapiRoutes([
  operation("post", neighbours, {
    summary: "Try what a draft does to the skills beside it",
    description:
      "Starts the trigger suite of each skill that the agent offers beside this one and that has cases: with the draft of this " +
      "one in the catalogue, and, where there is no such run yet, with what is published of it. These runs are none of those " +
      "skills' own figures. What cannot start is in `refused`, and the others go on.",
    params: skillParams,
    body: neighbourRunsSchema,
    status: 202,
    answer: jsonResponse(startedNeighboursSchema, "What goes on, and what does not"),
    turn: "read",
    run: (context, asked) => startNeighbourRuns(context, asked),
  }),
  operation("post", `${neighbours}/estimate`, {
    summary: "See what trying the skills beside a draft would be and cost",
    description: "Asks no model.",
    params: skillParams,
    body: neighbourRunsSchema,
    answer: jsonResponse(neighbourEstimateSchema, "Before anything is spent"),
    turn: "read",
    run: (context, asked) => estimateNeighbourRuns(context, asked),
  }),
]);
