import "server-only";
import { z } from "@hono/zod-openapi";
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
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Models");
const modelParams = workspaceParams.extend({
  model: z.string().openapi({ description: "The id of a model connection" }),
});
const base = "/workspaces/{workspace}/models";
const model = jsonResponse(connectionSchema, "The model");
const report = jsonResponse(testReportSchema, "What works and what does not");

export const modelRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List models",
    description: "The workspace's connections to models; keys are not among what is answered.",
    params: workspaceParams,
    answer: jsonResponse(connectionListSchema, "By name"),
    run: async (context) => ({ items: await listConnections(context) }),
  }),
  operation("post", base, {
    summary: "Add a model",
    description:
      "Tested first with one real request, unless the receipt of a test that passed within 15 minutes is given.",
    params: workspaceParams,
    body: createConnectionSchema,
    status: 201,
    answer: jsonResponse(connectionSchema, "Saved"),
    conflict: true,
    run: createConnection,
  }),
  operation("post", `${base}/test`, {
    summary: "Test a model that is not saved",
    description: "One real request with one tool. What fails is in the answer, in words.",
    params: workspaceParams,
    body: testConnectionSchema,
    answer: report,
    run: testConnection,
  }),
  operation("get", `${base}/local`, {
    summary: "Find model servers on the hosts that the operator allows",
    params: workspaceParams,
    answer: jsonResponse(localServersSchema, "Those that answered, with their models"),
    run: async (context) => ({ items: await listLocalServers(context) }),
  }),
  operation("get", `${base}/{model}`, {
    summary: "Get a model",
    params: modelParams,
    answer: model,
    run: (context, { model: connection }) => getConnection(context, { connection }),
  }),
  operation("patch", `${base}/{model}`, {
    summary: "Edit a model",
    description: "Another address, model or key is tested first. Another address needs the key again.",
    params: modelParams,
    body: editConnectionSchema,
    answer: model,
    conflict: true,
    run: (context, { model: connection, ...changes }) => editConnection(context, { ...changes, connection }),
  }),
  operation("post", `${base}/{model}/test`, {
    summary: "Test a saved model, as it is or with changes",
    params: modelParams,
    body: editConnectionSchema,
    answer: report,
    run: (context, { model: connection, ...changes }) =>
      testStoredConnection(context, { ...changes, connection }),
  }),
  operation("post", `${base}/{model}/archive`, {
    summary: "Take a model out of use",
    params: modelParams,
    answer: model,
    conflict: true,
    run: (context, { model: connection }) => archiveConnection(context, { connection }),
  }),
  operation("post", `${base}/{model}/restore`, {
    summary: "Take an archived model into use again",
    params: modelParams,
    answer: model,
    conflict: true,
    run: (context, { model: connection }) => restoreConnection(context, { connection }),
  }),
  operation("delete", `${base}/{model}`, {
    summary: "Delete a model with its key and what was spent on it",
    params: modelParams,
    done: "Deleted",
    conflict: true,
    run: (context, { model: connection }) => deleteConnection(context, { connection }),
  }),
]);
