import "server-only";
import { z } from "@hono/zod-openapi";
import { createComparison, sendToComparison } from "@/lib/playground/start-comparison";
import { deleteComparison, updateComparison } from "@/lib/sessions/commands/change-comparison";
import {
  comparedRunsSchema,
  compareMessageSchema,
  comparisonListSchema,
  comparisonSchema,
  createComparisonSchema,
  listComparisonsSchema,
  updateComparisonSchema,
} from "@/lib/sessions/comparison-schema";
import { getComparison, listComparisons } from "@/lib/sessions/comparisons";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Playground");
const base = "/workspaces/{workspace}/comparisons";
const one = `${base}/{comparison}` as const;
const comparisonParams = workspaceParams.extend({ comparison: z.uuid() });

export const comparisonRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List comparisons",
    description: "Shared ones and your own, the most recently used first.",
    params: workspaceParams,
    query: listComparisonsSchema,
    answer: jsonResponse(comparisonListSchema, "One page"),
    run: listComparisons,
  }),
  operation("post", base, {
    summary: "Send one message to two columns",
    description:
      "Columns differ in agent, overlay, dialect, mode, model or system prompt. With one column and `without`, the " +
      "second is the same without that skill. Both runs are started together; each column is a conversation.",
    params: workspaceParams,
    body: createComparisonSchema,
    status: 201,
    answer: jsonResponse(comparisonSchema, "Started"),
    run: createComparison,
  }),
  operation("get", one, {
    summary: "Read a comparison",
    description: "Both columns turn by turn: runs, metrics, and their events aligned.",
    params: comparisonParams,
    answer: jsonResponse(comparisonSchema, "The comparison"),
    run: (context, asked) => getComparison(context, asked.comparison),
  }),
  operation("patch", one, {
    summary: "Rename or share a comparison",
    params: comparisonParams,
    body: updateComparisonSchema,
    answer: jsonResponse(comparisonSchema, "Changed"),
    run: updateComparison,
  }),
  operation("delete", one, {
    summary: "Delete a comparison with both conversations",
    params: comparisonParams,
    done: "Deleted",
    run: (context, asked) => deleteComparison(context, asked.comparison),
  }),
  operation("post", `${one}/messages`, {
    summary: "Send the next message to both columns",
    description: "To both or to none. Each goes on with the overrides of its newest run.",
    params: comparisonParams,
    body: compareMessageSchema,
    status: 202,
    answer: jsonResponse(comparedRunsSchema, "Started"),
    conflict: true,
    run: sendToComparison,
  }),
]);
