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
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import {
  agentParams,
  createApi,
  jsonResponse,
  problemResponses,
  skillParams,
  tooManyResponse,
} from "../route";

const tags = ["Agents"];
const operation = operationsUnder("Agents");
const path = "/workspaces/{workspace}/agents/{agent}/revisions";
const numbered = agentParams.extend({ number: rowNumberInAddress });

/** What agents were, what changed, and what publishing a skill would change for them. */
export const agentHistoryRoutes = createApi()
  .openapiRoutes([
    operation("get", path, {
      summary: "List an agent's changes",
      params: agentParams,
      answer: jsonResponse(z.object({ items: z.array(agentRevisionSchema) }), "Newest first"),
      run: async (context, asked) => ({ items: await listAgentRevisions(context, asked) }),
    }),
    operation("get", `${path}/{number}/diff`, {
      summary: "Compare two revisions of an agent",
      description: "From revision `from` to the one in the address.",
      params: numbered,
      query: z.object({ from: rowNumberInAddress }),
      answer: jsonResponse(agentRevisionDiffSchema, "What differs"),
      turn: "read",
      run: (context, { number: to, ...asked }) => getRevisionDiff(context, { ...asked, to }),
    }),
    operation("post", `${path}/{number}/restore`, {
      summary: "Make an agent what it was at an earlier revision",
      description: "As a new revision. Its name and address stay; `left` says what is gone since.",
      params: numbered,
      body: restoreRevisionSchema,
      answer: jsonResponse(restoredAgentSchema, "Restored"),
      conflict: true,
      run: restoreRevision,
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: "/workspaces/{workspace}/skills/{skill}/impact",
      tags,
      summary: "Say what publishing a skill's draft would change for the agents that have it",
      middleware: [limitConcurrency("read")] as const,
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
