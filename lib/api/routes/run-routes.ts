import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { editRun, repeatRun, replayRun } from "@/lib/playground/branch-run";
import { saveTestCase } from "@/lib/playground/save-test-case";
import { startRun } from "@/lib/playground/start-run";
import { savedTestCaseSchema, saveTestCaseSchema } from "@/lib/playground/test-case-schema";
import { stopRun } from "@/lib/sessions/commands";
import { answerToolCall } from "@/lib/sessions/commands/answer-tool-call";
import { deleteFeedback, putFeedback } from "@/lib/sessions/commands/put-feedback";
import { getStepExchange } from "@/lib/sessions/exchanges";
import { listRuns } from "@/lib/sessions/queries";
import {
  branchedRunSchema,
  editRunSchema,
  feedbackSchema,
  putFeedbackSchema,
  repeatRunSchema,
  replayRunSchema,
  runSchema,
  startRunSchema,
  stepExchangeSchema,
  toolResultSchema,
} from "@/lib/sessions/schema";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  workspaceParams,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Playground"];
const runs = "/workspaces/{workspace}/conversations/{conversation}/runs";
const base = `${runs}/{run}` as const;
const conversationParams = workspaceParams.extend({ conversation: z.uuid() });
const runParams = conversationParams.extend({ run: z.uuid() });
const stepParams = runParams.extend({ step: z.coerce.number().int().min(0).max(1_000) });
const branched = {
  202: jsonResponse(branchedRunSchema, "The new branch and the run that was started in it"),
  ...problemResponses,
  ...conflictResponse,
};

export const runRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: runs,
      tags,
      summary: "List the runs of a conversation",
      description: "Of all its lines.",
      request: { params: conversationParams },
      responses: {
        200: jsonResponse(z.object({ items: z.array(runSchema) }), "Oldest first"),
        ...problemResponses,
      },
    }),
    async (c) => c.json({ items: await listRuns(c.var.context, c.req.valid("param").conversation) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: runs,
      tags,
      summary: "Send a message",
      description:
        "Answers at once; the run goes on by itself. Follow it with the event stream. Dialect, mode, model and system " +
        "prompt count for this run alone.",
      request: { params: conversationParams, body: jsonBody(startRunSchema) },
      responses: { 202: jsonResponse(runSchema, "Started"), ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await startRun(c.var.context, inputOf(c, "json")), 202),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/stop`,
      tags,
      summary: "Stop a run",
      description: "What was written stays. Stopping a finished run changes nothing.",
      request: { params: runParams },
      responses: { 202: jsonResponse(runSchema, "The run; it ends within moments"), ...problemResponses },
    }),
    async (c) => c.json(await stopRun(c.var.context, c.req.valid("param")), 202),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/edit`,
      tags,
      summary: "Send another message in the place of a run's",
      description: "In a new branch that shares what came before the run. The old branch stays.",
      request: { params: runParams, body: jsonBody(editRunSchema) },
      responses: branched,
    }),
    async (c) => c.json(await editRun(c.var.context, inputOf(c, "json")), 202),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/repeat`,
      tags,
      summary: "Run the same message once more",
      description: "In a new branch that shares what came before the run. The model is asked again.",
      request: { params: runParams, body: jsonBody(repeatRunSchema) },
      responses: branched,
    }),
    async (c) => c.json(await repeatRun(c.var.context, inputOf(c, "json")), 202),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/replay`,
      tags,
      summary: "Play the recording of a run",
      description:
        "In a new branch, without asking a model. Its model-steps tell whether their request is still the recorded one.",
      request: { params: runParams, body: jsonBody(replayRunSchema) },
      responses: branched,
    }),
    async (c) => c.json(await replayRun(c.var.context, inputOf(c, "json")), 202),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/steps/{step}/exchange`,
      tags,
      summary: "Read what one step sent to its model, and what came back",
      description:
        "Secrets were taken out before it was stored. Steps count from 1; 0 is the router's request.",
      request: { params: stepParams },
      responses: { 200: jsonResponse(stepExchangeSchema, "Request and response"), ...problemResponses },
    }),
    async (c) => c.json(await getStepExchange(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/tool-results`,
      tags,
      summary: "Type the result of a call that a run waits for",
      description: "The conversation's `awaiting` lists the calls. A call is answered once.",
      request: { params: runParams, body: jsonBody(toolResultSchema) },
      responses: { 204: { description: "Taken" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await answerToolCall(c.var.context, inputOf(c, "json"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/test-case`,
      tags,
      summary: "Keep a turn as a test case of a skill",
      description:
        "Writes `evals/evals.json` (with an expected output) and `evals/trigger-eval.json` (with `shouldTrigger`) of " +
        "the skill's draft; what is there keeps its bytes.",
      middleware: [takeTurn("save")] as const,
      request: { params: runParams, body: jsonBody(saveTestCaseSchema) },
      responses: {
        201: jsonResponse(savedTestCaseSchema, "Saved"),
        ...problemResponses,
        ...savingResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await saveTestCase(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${base}/feedback`,
      tags,
      summary: "Give a run a thumb up or down, with a reason",
      description: "One for each person and run; another one takes its place.",
      request: { params: runParams, body: jsonBody(putFeedbackSchema) },
      responses: { 200: jsonResponse(feedbackSchema, "Kept"), ...problemResponses },
    }),
    async (c) => c.json(await putFeedback(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${base}/feedback`,
      tags,
      summary: "Take your thumb back",
      request: { params: runParams },
      responses: { 204: { description: "Gone" }, ...problemResponses },
    }),
    async (c) => {
      await deleteFeedback(c.var.context, c.req.valid("param"));
      return c.body(null, 204);
    },
  );
