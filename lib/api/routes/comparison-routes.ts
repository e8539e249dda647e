import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
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
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  workspaceParams,
} from "../route";

const tags = ["Playground"];
const base = "/workspaces/{workspace}/comparisons";
const one = `${base}/{comparison}` as const;
const comparisonParams = workspaceParams.extend({ comparison: z.uuid() });

export const comparisonRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "List comparisons",
      description: "Shared ones and your own, the most recently used first.",
      request: { params: workspaceParams, query: listComparisonsSchema },
      responses: { 200: jsonResponse(comparisonListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listComparisons(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: base,
      tags,
      summary: "Send one message to two columns",
      description:
        "Columns differ in agent, overlay, dialect, mode, model or system prompt. With one column and `without`, the " +
        "second is the same without that skill. Both runs are started together; each column is a conversation.",
      request: { params: workspaceParams, body: jsonBody(createComparisonSchema) },
      responses: { 201: jsonResponse(comparisonSchema, "Started"), ...problemResponses },
    }),
    async (c) => c.json(await createComparison(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: one,
      tags,
      summary: "Read a comparison",
      description: "Both columns turn by turn: runs, metrics, and their events aligned.",
      request: { params: comparisonParams },
      responses: { 200: jsonResponse(comparisonSchema, "The comparison"), ...problemResponses },
    }),
    async (c) => c.json(await getComparison(c.var.context, c.req.valid("param").comparison), 200),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: one,
      tags,
      summary: "Rename or share a comparison",
      request: { params: comparisonParams, body: jsonBody(updateComparisonSchema) },
      responses: { 200: jsonResponse(comparisonSchema, "Changed"), ...problemResponses },
    }),
    async (c) => c.json(await updateComparison(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: one,
      tags,
      summary: "Delete a comparison with both conversations",
      request: { params: comparisonParams },
      responses: { 204: { description: "Deleted" }, ...problemResponses },
    }),
    async (c) => {
      await deleteComparison(c.var.context, c.req.valid("param").comparison);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/messages`,
      tags,
      summary: "Send the next message to both columns",
      description: "To both or to none. Each goes on with the overrides of its newest run.",
      request: { params: comparisonParams, body: jsonBody(compareMessageSchema) },
      responses: {
        202: jsonResponse(comparedRunsSchema, "Started"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await sendToComparison(c.var.context, inputOf(c, "json")), 202),
  );
