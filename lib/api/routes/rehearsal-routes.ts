import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { stopping } from "@/lib/platform/stopping";
import { getRunTrajectory } from "@/lib/playground/get-run-trajectory";
import { rehearsalSchema, startRehearsalSchema } from "@/lib/playground/rehearsal-schema";
import { getRehearsal, startRehearsal, waitForRehearsal } from "@/lib/playground/start-rehearsal";
import { trajectorySchema } from "@/lib/runtime/trajectory-schema";
import { wantsEventStream, writeRunStream } from "../event-stream";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import {
  createApi,
  jsonBody,
  jsonResponse,
  problemResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";

const tags = ["Playground"];
const operation = operationsUnder("Playground");
const agentParams = workspaceParams.extend({ agent: z.string() });
const runParams = workspaceParams.extend({ conversation: z.uuid(), run: z.uuid() });

export const rehearsalRoutes = createApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/workspaces/{workspace}/agents/{agent}/rehearsals",
      tags,
      summary: "Rehearse one message with an agent",
      description:
        "For CI. Waits for the end and answers with what happened, and with pass or fail for each thing expected. An " +
        "answer that is empty, refused, cut off or unfinished never passes. 422 when `expect` names a skill, file or " +
        "tool that this run does not offer, contradicts itself or expects nothing: all of it at once. 202 " +
        "with `wait: false` or when the time is up: the run goes on, and its result is at .../runs/{run}/result. With " +
        "`Accept: text/event-stream` the run's events as they come, then one named `rehearsal` with the same answer.",
      middleware: [limitConcurrency("stream")] as const,
      request: { params: agentParams, body: jsonBody(startRehearsalSchema) },
      responses: {
        200: {
          description: "The run has ended",
          content: {
            "application/json": { schema: rehearsalSchema },
            "text/event-stream": { schema: z.string() },
          },
        },
        202: jsonResponse(rehearsalSchema, "The run goes on"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => {
      const { context } = c.var;
      const { agent } = c.req.valid("param");
      const { run, wait, timeoutMs } = await startRehearsal(context, { agent, ...c.req.valid("json") });
      const where = { conversation: run.conversationId, run: run.id };
      if (wantsEventStream(c.req.raw))
        return writeRunStream(context, run, c.req.raw, () => getRehearsal(context, where));
      if (!wait) return c.json(await getRehearsal(context, where), 202);
      const signal = AbortSignal.any([c.req.raw.signal, stopping()]);
      const rehearsal = await waitForRehearsal(context, { run, timeoutMs, signal });
      return rehearsal.outcome === "running" ? c.json(rehearsal, 202) : c.json(rehearsal, 200);
    },
  )
  .openapiRoutes([
    operation("get", "/workspaces/{workspace}/conversations/{conversation}/runs/{run}/result", {
      summary: "Read what a run came to",
      description: "With pass or fail for what was expected when it was started.",
      params: runParams,
      answer: jsonResponse(rehearsalSchema, "So far, or in the end"),
      run: getRehearsal,
    }),
    operation("get", "/workspaces/{workspace}/conversations/{conversation}/runs/{run}/trajectory", {
      summary: "Read a run as a trajectory of ATIF 1.7",
      description:
        "The Agent Trajectory Interchange Format, as Harbor and others read it, of this run's own turn. 409 until it has ended.",
      params: runParams,
      answer: jsonResponse(trajectorySchema, "The trajectory"),
      turn: "read",
      conflict: true,
      run: getRunTrajectory,
    }),
  ]);
