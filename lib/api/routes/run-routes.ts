import "server-only";
import { z } from "@hono/zod-openapi";
import { editRun, repeatRun, replayRun } from "@/lib/playground/branch-run";
import { saveTestCase } from "@/lib/playground/save-test-case";
import { startRun } from "@/lib/playground/start-run";
import { savedTestCaseSchema, saveTestCaseSchema } from "@/lib/playground/test-case-schema";
import { stopRun } from "@/lib/sessions/commands";
import { answerScript } from "@/lib/sessions/commands/answer-script";
import { answerToolCall } from "@/lib/sessions/commands/answer-tool-call";
import { deleteFeedback, putFeedback } from "@/lib/sessions/commands/put-feedback";
import { getStepExchange } from "@/lib/sessions/exchanges";
import { explainRun } from "@/lib/sessions/explain-run";
import { listRuns } from "@/lib/sessions/queries";
import { runReasonsSchema } from "@/lib/sessions/run-reasons-schema";
import {
  branchedRunSchema,
  decideScriptSchema,
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
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Playground");
const runs = "/workspaces/{workspace}/conversations/{conversation}/runs";
const base = `${runs}/{run}` as const;
const conversationParams = workspaceParams.extend({ conversation: z.uuid() });
const runParams = conversationParams.extend({ run: z.uuid() });
const stepParams = runParams.extend({ step: z.coerce.number().int().min(0).max(1_000) });
const branched = jsonResponse(branchedRunSchema, "The new branch and the run that was started in it");

export const runRoutes = createApi().openapiRoutes([
  operation("get", runs, {
    summary: "List the runs of a conversation",
    description: "Of all its lines.",
    params: conversationParams,
    answer: jsonResponse(z.object({ items: z.array(runSchema) }), "Oldest first"),
    run: async (context, asked) => ({ items: await listRuns(context, asked.conversation) }),
  }),
  operation("post", runs, {
    summary: "Send a message",
    description:
      "Answers at once; the run goes on by itself. Follow it with the event stream. Dialect, mode, model and system " +
      "prompt count for this run alone.",
    params: conversationParams,
    body: startRunSchema,
    status: 202,
    answer: jsonResponse(runSchema, "Started"),
    conflict: true,
    run: startRun,
  }),
  operation("post", `${base}/stop`, {
    summary: "Stop a run",
    description: "What was written stays. Stopping a finished run changes nothing.",
    params: runParams,
    status: 202,
    answer: jsonResponse(runSchema, "The run; it ends within moments"),
    run: stopRun,
  }),
  operation("post", `${base}/edit`, {
    summary: "Send another message in the place of a run's",
    description: "In a new branch that shares what came before the run. The old branch stays.",
    params: runParams,
    body: editRunSchema,
    status: 202,
    answer: branched,
    conflict: true,
    run: editRun,
  }),
  operation("post", `${base}/repeat`, {
    summary: "Run the same message once more",
    description: "In a new branch that shares what came before the run. The model is asked again.",
    params: runParams,
    body: repeatRunSchema,
    status: 202,
    answer: branched,
    conflict: true,
    run: repeatRun,
  }),
  operation("post", `${base}/replay`, {
    summary: "Play the recording of a run",
    description:
      "In a new branch, without asking a model. Its model-steps tell whether their request is still the recorded one.",
    params: runParams,
    body: replayRunSchema,
    status: 202,
    answer: branched,
    conflict: true,
    run: replayRun,
  }),
  operation("get", `${base}/why`, {
    summary: "Read why each skill was activated in a run, or was not",
    description:
      "From the log alone, as *Why* in the playground: rank, score, words in common, what the budget took away, and a " +
      "sentence for each skill that was offered or kept out.",
    params: runParams,
    answer: jsonResponse(runReasonsSchema, "The turn, and every skill of it"),
    run: explainRun,
  }),
  operation("get", `${base}/steps/{step}/exchange`, {
    summary: "Read what one step sent to its model, and what came back",
    description:
      "Secrets were taken out before it was stored. Steps count from 1; 0 is the router's request.",
    params: stepParams,
    answer: jsonResponse(stepExchangeSchema, "Request and response"),
    run: getStepExchange,
  }),
  operation("post", `${base}/tool-results`, {
    summary: "Type the result of a call that a run waits for",
    description: "The conversation's `awaiting` lists the calls. A call is answered once.",
    params: runParams,
    body: toolResultSchema,
    done: "Taken",
    conflict: true,
    run: answerToolCall,
  }),
  operation("post", `${base}/script-decisions`, {
    summary: "Allow or refuse a script that a run waits for",
    description:
      "For a call of the conversation's `awaiting` with `offersScript`: it runs once, or the model is told that it may not. " +
      "A call is answered once, by this or by a typed result.",
    params: runParams,
    body: decideScriptSchema,
    done: "Taken",
    conflict: true,
    run: answerScript,
  }),
  operation("post", `${base}/test-case`, {
    summary: "Keep a turn as a test case of a skill",
    description:
      "Writes `evals/evals.json` (with an expected output) and `evals/trigger-eval.json` (with `shouldTrigger`) of " +
      "the skill's draft; what is there keeps its bytes.",
    params: runParams,
    body: saveTestCaseSchema,
    status: 201,
    answer: jsonResponse(savedTestCaseSchema, "Saved"),
    conflict: true,
    turn: "save",
    run: saveTestCase,
  }),
  operation("put", `${base}/feedback`, {
    summary: "Give a run a thumb up or down, with a reason",
    description:
      "One for each person and run; another one takes its place. `activation` says of a skill that the run was offered " +
      "whether its message should have activated it; `test-case` makes a case of its trigger suite from that.",
    params: runParams,
    body: putFeedbackSchema,
    answer: jsonResponse(feedbackSchema, "Kept"),
    run: putFeedback,
  }),
  operation("delete", `${base}/feedback`, {
    summary: "Take your thumb back",
    params: runParams,
    done: "Gone",
    run: deleteFeedback,
  }),
]);
