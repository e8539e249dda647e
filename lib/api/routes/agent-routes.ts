import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { agentCatalogueSchema, catalogueQuerySchema } from "@/lib/agents/catalogue-schema";
import { agentSkillsSchema } from "@/lib/agents/choice-schema";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { exportAgent, getAgentPortableReport } from "@/lib/agents/export-agent";
import { getAgentTarget } from "@/lib/agents/export-agent-for-target";
import {
  agentPortableReportSchema,
  agentTargetQuerySchema,
  exportAgentSchema,
} from "@/lib/agents/export-schema";
import { getAgentSkills } from "@/lib/agents/get-agent-skills";
import { getCatalogue } from "@/lib/agents/get-catalogue";
import { getAgent, listAgents } from "@/lib/agents/queries";
import { getAgentScripts } from "@/lib/agents/read-agent-scripts";
import {
  agentListSchema,
  agentSchema,
  createAgentSchema,
  deleteAgentSchema,
  deletedAgentSchema,
  editAgentSchema,
  listAgentsSchema,
  setAssignmentsSchema,
} from "@/lib/agents/schema";
import { agentScriptFactsSchema } from "@/lib/agents/script-schema";
import { serverReportSchema, tryServerSchema } from "@/lib/agents/tool-schema";
import { tryServer } from "@/lib/agents/try-server";
import { setTargetSchema } from "@/lib/library/exports/target-schema";
import { archiveResponses, attachment } from "../attachment";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import {
  agentParams,
  createApi,
  inputOf,
  jsonResponse,
  problemResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";
import { agentHistoryRoutes } from "./agent-history-routes";

const tags = ["Agents"];
const operation = operationsUnder("Agents");
const agents = "/workspaces/{workspace}/agents";
const one = `${agents}/{agent}` as const;
const agent = jsonResponse(agentSchema, "The agent");

export const agentRoutes = createApi()
  .openapiRoutes([
    operation("get", agents, {
      summary: "List agents",
      params: workspaceParams,
      query: listAgentsSchema,
      answer: jsonResponse(agentListSchema, "By name"),
      run: listAgents,
    }),
    operation("post", agents, {
      summary: "Create an agent, with its skills if any are given",
      params: workspaceParams,
      body: createAgentSchema,
      status: 201,
      answer: jsonResponse(agentSchema, "Created"),
      conflict: true,
      run: createAgent,
    }),
    operation("get", one, {
      summary: "Get an agent with its assignments",
      params: agentParams,
      answer: agent,
      run: getAgent,
    }),
    operation("patch", one, {
      summary: "Edit an agent's settings",
      params: agentParams,
      body: editAgentSchema,
      answer: jsonResponse(agentSchema, "The agent; its address follows its name"),
      conflict: true,
      run: editAgent,
    }),
    operation("delete", one, {
      summary: "Delete an agent and its conversations",
      params: agentParams,
      body: deleteAgentSchema,
      answer: jsonResponse(deletedAgentSchema, "Deleted"),
      conflict: true,
      run: deleteAgent,
    }),
    operation("put", `${one}/assignments`, {
      summary: "Set an agent's skills, in order of priority",
      params: agentParams,
      body: setAssignmentsSchema,
      answer: agent,
      conflict: true,
      run: setAssignments,
    }),
    operation("get", `${one}/skills`, {
      summary: "Say of each skill whether an agent gets it, and why",
      description:
        "Every skill that is assigned, and with `autoDiscover` every published one: in or out by the agent's rule, with the reason. Runs, deliveries, impact and the catalogue ask the same function.",
      params: agentParams,
      answer: jsonResponse(agentSkillsSchema, "Skill by skill"),
      turn: "read",
      run: getAgentSkills,
    }),
    operation("get", `${one}/scripts`, {
      summary: "Say of each skill whether its scripts run for an agent, and why",
      description:
        "`run`: what is listed of it runs unasked; `ask`: a person allows each; `never`. Runs ask the same function.",
      params: agentParams,
      answer: jsonResponse(agentScriptFactsSchema, "Skill by skill"),
      turn: "read",
      run: getAgentScripts,
    }),
    operation("post", `${one}/tools/test`, {
      summary: "Ask an MCP server for its tools",
      description: "Before or after it is the agent's. What fails is in the answer, in words.",
      params: agentParams,
      body: tryServerSchema,
      answer: jsonResponse(serverReportSchema, "Its tools, or why not"),
      run: tryServer,
    }),
    operation("get", `${one}/catalogue`, {
      summary: "Read the exact catalogue text of an agent",
      params: agentParams,
      query: catalogueQuerySchema,
      answer: jsonResponse(agentCatalogueSchema, "What the agent is told exists"),
      turn: "read",
      run: getCatalogue,
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: `${one}/export`,
      tags,
      summary: "Download an agent's skills as one zip",
      description:
        "With `target`, the form of one host, of at most 64 MiB and 8,000 files as they are stored: what it refuses and what has no room is left out and named with its reason in `export-report.json`. Else a folder for each enabled skill that the host of the agent's dialect loads; the catalogue names the others with `refusal`. Refused, naming them, while one follows a draft or has no version. With `portable=true` each in the form that every host accepts, or refused with the rules that it breaks; it does not go together with `target`.",
      middleware: [limitConcurrency("read")] as const,
      request: { params: agentParams, query: exportAgentSchema },
      responses: { ...archiveResponses, ...problemResponses, ...tooManyResponse },
    }),
    async (c) => attachment(c.req.raw, await exportAgent(c.var.context, inputOf(c, "query"))),
  )
  .openapiRoutes([
    operation("get", `${one}/export/targets`, {
      summary: "Say what a host would get of an agent's skills, and what stays here and why",
      params: agentParams,
      query: agentTargetQuerySchema,
      answer: jsonResponse(setTargetSchema, "Skill by skill"),
      turn: "read",
      run: getAgentTarget,
    }),
    operation("get", `${one}/export/portable`, {
      summary: "Say what the portable form of an agent's skills changes, and what stands in its way",
      params: agentParams,
      answer: jsonResponse(agentPortableReportSchema, "Skill by skill"),
      turn: "read",
      run: getAgentPortableReport,
    }),
  ])
  .route("/", agentHistoryRoutes);
