import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { restoreRevision } from "@/lib/agents/commands/restore-revision";
import { getImpact } from "@/lib/agents/get-impact";
import { getRevisionDiff } from "@/lib/agents/get-revision-diff";
import { impactQuerySchema, impactSchema } from "@/lib/agents/impact-schema";
import { listAgentRevisions } from "@/lib/agents/queries";
import {
  agentRevisionDiffSchema,
  agentRevisionSchema,
  restoredAgentSchema,
  restoreRevisionSchema,
} from "@/lib/agents/revision-schema";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import {
  agentParams,
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  skillParams,
  tooManyResponse,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Agents"];
const path = "/workspaces/{workspace}/agents/{agent}/revisions";
const numbered = agentParams.extend({ number: rowNumberInAddress });

/** What agents were, what changed, and what publishing a skill would change for them. */
export const agentHistoryRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "List an agent's changes",
      request: { params: agentParams },
      responses: {
        200: jsonResponse(z.object({ items: z.array(agentRevisionSchema) }), "Newest first"),
        ...problemResponses,
      },
    }),
    async (c) => c.json({ items: await listAgentRevisions(c.var.context, c.req.valid("param")) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/{number}/diff`,
      tags,
      summary: "Compare two revisions of an agent",
      description: "From revision `from` to the one in the address.",
      middleware: [takeTurn("read")] as const,
      request: { params: numbered, query: z.object({ from: rowNumberInAddress }) },
      responses: {
        200: jsonResponse(agentRevisionDiffSchema, "What differs"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => {
      const { agent, number: to } = c.req.valid("param");
      return c.json(await getRevisionDiff(c.var.context, { agent, to, ...c.req.valid("query") }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/{number}/restore`,
      tags,
      summary: "Make an agent what it was at an earlier revision",
      description: "As a new revision. Its name and address stay; `left` says what is gone since.",
      request: { params: numbered, body: jsonBody(restoreRevisionSchema) },
      responses: {
        200: jsonResponse(restoredAgentSchema, "Restored"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await restoreRevision(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/workspaces/{workspace}/skills/{skill}/impact",
      tags,
      summary: "Say what publishing a skill's draft would change for the agents that have it",
      middleware: [takeTurn("read")] as const,
      request: { params: skillParams, query: impactQuerySchema },
      responses: {
        200: jsonResponse(impactSchema, "Agent by agent"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) =>
      c.json(
        await getImpact(c.var.context, { ...c.req.valid("param"), labels: c.req.query("labels") ?? "" }),
        200,
      ),
  );
