import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import {
  archiveConnection,
  deleteConnection,
  restoreConnection,
} from "@/lib/models/commands/archive-connection";
import { createConnection } from "@/lib/models/commands/create-connection";
import { editConnection } from "@/lib/models/commands/edit-connection";
import { testConnection, testStoredConnection } from "@/lib/models/commands/test-connection";
import { listLocalServers } from "@/lib/models/list-local-servers";
import { getConnection, listConnections } from "@/lib/models/queries";
import {
  connectionListSchema,
  connectionSchema,
  createConnectionSchema,
  editConnectionSchema,
  localServersSchema,
  testConnectionSchema,
  testReportSchema,
} from "@/lib/models/schema";
import {
  conflictResponse,
  createApi,
  jsonBody,
  jsonResponse,
  problemResponses,
  workspaceParams,
} from "../route";

const tags = ["Models"];
const modelParams = workspaceParams.extend({
  model: z.string().openapi({ description: "The id of a model connection" }),
});
const base = "/workspaces/{workspace}/models";
const model = jsonResponse(connectionSchema, "The model");
const report = jsonResponse(testReportSchema, "What works and what does not");

export const modelRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "List models",
      description: "The workspace's connections to models; keys are not among what is answered.",
      request: { params: workspaceParams },
      responses: { 200: jsonResponse(connectionListSchema, "By name"), ...problemResponses },
    }),
    async (c) => c.json({ items: await listConnections(c.var.context) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: base,
      tags,
      summary: "Add a model",
      description:
        "Tested first with one real request, unless the receipt of a test that passed within 15 minutes is given.",
      request: { params: workspaceParams, body: jsonBody(createConnectionSchema) },
      responses: {
        201: jsonResponse(connectionSchema, "Saved"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await createConnection(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/test`,
      tags,
      summary: "Test a model that is not saved",
      description: "One real request with one tool. What fails is in the answer, in words.",
      request: { params: workspaceParams, body: jsonBody(testConnectionSchema) },
      responses: { 200: report, ...problemResponses },
    }),
    async (c) => c.json(await testConnection(c.var.context, c.req.valid("json")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/local`,
      tags,
      summary: "Find model servers on the hosts that the operator allows",
      request: { params: workspaceParams },
      responses: {
        200: jsonResponse(localServersSchema, "Those that answered, with their models"),
        ...problemResponses,
      },
    }),
    async (c) => c.json({ items: await listLocalServers(c.var.context) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/{model}`,
      tags,
      summary: "Get a model",
      request: { params: modelParams },
      responses: { 200: model, ...problemResponses },
    }),
    async (c) => {
      const { model: connection } = c.req.valid("param");
      return c.json(await getConnection(c.var.context, { connection }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "patch",
      path: `${base}/{model}`,
      tags,
      summary: "Edit a model",
      description: "Another address, model or key is tested first. Another address needs the key again.",
      request: { params: modelParams, body: jsonBody(editConnectionSchema) },
      responses: { 200: model, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      const { model: connection } = c.req.valid("param");
      return c.json(await editConnection(c.var.context, { ...c.req.valid("json"), connection }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/{model}/test`,
      tags,
      summary: "Test a saved model, as it is or with changes",
      request: { params: modelParams, body: jsonBody(editConnectionSchema) },
      responses: { 200: report, ...problemResponses },
    }),
    async (c) => {
      const { model: connection } = c.req.valid("param");
      return c.json(await testStoredConnection(c.var.context, { ...c.req.valid("json"), connection }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/{model}/archive`,
      tags,
      summary: "Take a model out of use",
      request: { params: modelParams },
      responses: { 200: model, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      const { model: connection } = c.req.valid("param");
      return c.json(await archiveConnection(c.var.context, { connection }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/{model}/restore`,
      tags,
      summary: "Take an archived model into use again",
      request: { params: modelParams },
      responses: { 200: model, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      const { model: connection } = c.req.valid("param");
      return c.json(await restoreConnection(c.var.context, { connection }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${base}/{model}`,
      tags,
      summary: "Delete a model with its key and what was spent on it",
      request: { params: modelParams },
      responses: { 204: { description: "Deleted" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      const { model: connection } = c.req.valid("param");
      await deleteConnection(c.var.context, { connection });
      return c.body(null, 204);
    },
  );
