import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { exportAgent, getAgentPortableReport } from "@/lib/agents/export-agent";
import { agentPortableReportSchema, exportAgentSchema } from "@/lib/agents/export-schema";
import { getCatalogue } from "@/lib/agents/get-catalogue";
import { getAgent, listAgents } from "@/lib/agents/queries";
import {
  agentCatalogueSchema,
  agentListSchema,
  agentSchema,
  catalogueQuerySchema,
  createAgentSchema,
  deleteAgentSchema,
  deletedAgentSchema,
  editAgentSchema,
  listAgentsSchema,
  setAssignmentsSchema,
} from "@/lib/agents/schema";
import { serverReportSchema, tryServerSchema } from "@/lib/agents/tool-schema";
import { tryServer } from "@/lib/agents/try-server";
import { attachment, attachmentResponse } from "../attachment";
import {
  agentParams,
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";
import { takeTurn } from "../take-turn";
import { agentHistoryRoutes } from "./agent-history-routes";

const tags = ["Agents"];
const agents = "/workspaces/{workspace}/agents";
const one = `${agents}/{agent}` as const;
const agent = jsonResponse(agentSchema, "The agent");

export const agentRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: agents,
      tags,
      summary: "List agents",
      request: { params: workspaceParams, query: listAgentsSchema },
      responses: { 200: jsonResponse(agentListSchema, "By name"), ...problemResponses },
    }),
    async (c) => c.json(await listAgents(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: agents,
      tags,
      summary: "Create an agent",
      request: { params: workspaceParams, body: jsonBody(createAgentSchema) },
      responses: { 201: jsonResponse(agentSchema, "Created"), ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await createAgent(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: one,
      tags,
      summary: "Get an agent with its assignments",
      request: { params: agentParams },
      responses: { 200: agent, ...problemResponses },
    }),
    async (c) => c.json(await getAgent(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: one,
      tags,
      summary: "Edit an agent's settings",
      request: { params: agentParams, body: jsonBody(editAgentSchema) },
      responses: {
        200: jsonResponse(agentSchema, "The agent; its address follows its name"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await editAgent(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: one,
      tags,
      summary: "Delete an agent and its conversations",
      request: { params: agentParams, body: jsonBody(deleteAgentSchema) },
      responses: {
        200: jsonResponse(deletedAgentSchema, "Deleted"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await deleteAgent(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${one}/assignments`,
      tags,
      summary: "Set an agent's skills, in order of priority",
      request: { params: agentParams, body: jsonBody(setAssignmentsSchema) },
      responses: { 200: agent, ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await setAssignments(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${one}/tools/test`,
      tags,
      summary: "Ask an MCP server for its tools",
      description: "Before or after it is the agent's. What fails is in the answer, in words.",
      request: { params: agentParams, body: jsonBody(tryServerSchema) },
      responses: { 200: jsonResponse(serverReportSchema, "Its tools, or why not"), ...problemResponses },
    }),
    async (c) => c.json(await tryServer(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${one}/catalogue`,
      tags,
      summary: "Read the exact catalogue text of an agent",
      middleware: [takeTurn("read")] as const,
      request: { params: agentParams, query: catalogueQuerySchema },
      responses: {
        200: jsonResponse(agentCatalogueSchema, "What the agent is told exists"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => c.json(await getCatalogue(c.var.context, inputOf(c, "query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${one}/export`,
      tags,
      summary: "Download an agent's skills as one zip",
      description:
        "A folder for each enabled skill. Refused, naming them, while one follows a draft or has no version. With `portable=true` each in the form that every host accepts, or refused with the rules that it breaks.",
      middleware: [takeTurn("read")] as const,
      request: { params: agentParams, query: exportAgentSchema },
      responses: { 200: attachmentResponse, ...problemResponses, ...tooManyResponse },
    }),
    async (c) => attachment(c.req.raw, await exportAgent(c.var.context, inputOf(c, "query"))),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${one}/export/portable`,
      tags,
      summary: "Say what the portable form of an agent's skills changes, and what stands in its way",
      middleware: [takeTurn("read")] as const,
      request: { params: agentParams },
      responses: {
        200: jsonResponse(agentPortableReportSchema, "Skill by skill"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => c.json(await getAgentPortableReport(c.var.context, c.req.valid("param")), 200),
  )
  .route("/", agentHistoryRoutes);
