import "server-only";
import { z } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { selfCheckSchema } from "@/lib/proof/checks/check-schema";
import { checkSuite } from "@/lib/proof/commands/check-suite";
import { deleteSuiteRun } from "@/lib/proof/commands/delete-suite-run";
import { saveEffectSuite } from "@/lib/proof/commands/save-effect-suite";
import { saveTriggerSuite } from "@/lib/proof/commands/save-trigger-suite";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { stopSuiteRun } from "@/lib/proof/commands/stop-suite-run";
import { estimateSuiteRun } from "@/lib/proof/plans/estimate-suite-run";
import { listProvenSkills } from "@/lib/proof/proven/list-proven-skills";
import { listProvenSkillsSchema, provenListSchema } from "@/lib/proof/proven/proven-schema";
import { getSuiteRunDetail, listSuiteRuns } from "@/lib/proof/queries";
import { getRunPool } from "@/lib/proof/reports/get-run-pool";
import { runPoolSchema } from "@/lib/proof/reports/pool-schema";
import {
  estimateSchema,
  estimateSuiteRunSchema,
  listSuiteRunsSchema,
  startSuiteRunSchema,
  suiteRunDetailSchema,
  suiteRunListSchema,
  suiteRunSchema,
} from "@/lib/proof/schema";
import { getEffectSuite } from "@/lib/proof/suites/get-effect-suite";
import { getTriggerSuite } from "@/lib/proof/suites/get-trigger-suite";
import {
  effectSuiteSchema,
  getSuiteSchema,
  saveEffectSuiteSchema,
  saveSuiteSchema,
  triggerSuiteSchema,
} from "@/lib/proof/suites/suite-schema";
import { getTrialTrajectory } from "@/lib/proof/trials/get-trial-trajectory";
import { listRunTasks } from "@/lib/proof/trials/task-queries";
import { getTrial, listRunCases, listTrials } from "@/lib/proof/trials/trial-queries";
import {
  caseListSchema,
  listCasesSchema,
  listTrialsSchema,
  taskListSchema,
  trialDetailSchema,
  trialListSchema,
} from "@/lib/proof/trials/trial-schema";
import { trajectorySchema } from "@/lib/runtime/trajectory-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";
import { neighbourRoutes } from "./neighbour-routes";

const operation = operationsUnder("Proof");
const runs = "/workspaces/{workspace}/skills/{skill}/suite-runs";
const suite = "/workspaces/{workspace}/skills/{skill}/suites/trigger";
const tasks = "/workspaces/{workspace}/skills/{skill}/suites/effect";
const numbered = skillParams.extend({ number: rowNumberInAddress });
const ofTrial = numbered.extend({ trial: z.string().openapi({ description: "The id of a trial" }) });
export const proofRoutes = createApi()
  .openapiRoutes([
    operation("get", "/workspaces/{workspace}/proof", {
      summary: "List what is known of skills",
      description:
        "Of each skill the newest run of its trigger suite and of its tasks that a live model answered to its end, and whether " +
        "these are bytes that it still has. Scripted runs measure nothing. A skill that is not listed was not measured.",
      params: workspaceParams,
      query: listProvenSkillsSchema,
      answer: jsonResponse(provenListSchema, "By name"),
      turn: "read",
      run: listProvenSkills,
    }),
    operation("get", suite, {
      summary: "Read the trigger suite of a skill",
      description:
        "The cases of `evals/trigger-eval.json`, in the draft or in a version, with what is wrong with the file or odd about " +
        "it, by line and column.",
      params: skillParams,
      query: getSuiteSchema,
      answer: jsonResponse(triggerSuiteSchema, "Cases and findings"),
      turn: "read",
      run: getTriggerSuite,
    }),
    operation("put", suite, {
      summary: "Save the trigger suite of a skill's draft",
      description:
        "Exactly these cases; what did not change keeps its bytes. 409 when the draft is no longer at `revision`, 422 when " +
        "the file cannot be read: then it is left as it is.",
      params: skillParams,
      body: saveSuiteSchema,
      answer: jsonResponse(triggerSuiteSchema, "As it is now"),
      turn: "save",
      conflict: true,
      run: saveTriggerSuite,
    }),
    operation("get", tasks, {
      summary: "Read the tasks of a skill",
      description:
        "The tasks of `evals/evals.json`, in the draft or in a version, each with what grades it, and with what would make a " +
        "pass worth nothing, by line and column: a task that nothing decides, a pattern or schema that cannot be used, a " +
        "grader that an empty answer passes, a skill or file that is not there.",
      params: skillParams,
      query: getSuiteSchema,
      answer: jsonResponse(effectSuiteSchema, "Tasks and findings"),
      turn: "read",
      run: getEffectSuite,
    }),
    operation("put", tasks, {
      summary: "Save the tasks of a skill's draft",
      description:
        "Exactly these tasks, in `evals/evals.json`: graders under `graders`, and `golden` where a task has to pass. What did " +
        "not change keeps its bytes; what other programs wrote into a task stays. 409 when the draft is no longer at " +
        "`revision`, 422 when the file cannot be read: then it is left as it is.",
      params: skillParams,
      body: saveEffectSuiteSchema,
      answer: jsonResponse(effectSuiteSchema, "As it is now"),
      turn: "save",
      conflict: true,
      run: saveEffectSuite,
    }),
    operation("get", runs, {
      summary: "List the runs of a skill's suite",
      params: skillParams,
      query: listSuiteRunsSchema,
      answer: jsonResponse(suiteRunListSchema, "The newest first"),
      turn: "read",
      run: listSuiteRuns,
    }),
    operation("post", runs, {
      summary: "Start a run of a skill's suite",
      description:
        "Tries every case of `evals/trigger-eval.json`, in each dialect and so many times, as sessions of their own with the " +
        "agent's catalogue as it is now and the skill's draft or a version in its place. With `suite: effect` every task of " +
        "`evals/evals.json`, each without the skill, with the skill in the catalogue, and with its text in the prompt; with " +
        "`approved` and `leaveOut` in further arms. Answers at once; the servers carry it out, whoever listens. Answers that were given to the very same request before are not asked for again. " +
        "With `beside` other bytes of a sibling are in the catalogue, and the run is none of the skill's own. With " +
        "`repeatOf` the same bytes are tried once more and everything is asked anew. 409 while 20 runs go on here.",
      params: skillParams,
      body: startSuiteRunSchema,
      status: 202,
      answer: jsonResponse(suiteRunSchema, "It goes on"),
      turn: "read",
      conflict: true,
      run: (context, asked) => startSuiteRun(context, asked),
    }),
    operation("post", `${runs}/estimate`, {
      summary: "See what a run would be and cost",
      description: "Asks no model. What keeps it from starting is in `problems`.",
      params: skillParams,
      body: estimateSuiteRunSchema,
      answer: jsonResponse(estimateSchema, "Before anything is spent"),
      turn: "read",
      run: (context, asked) => estimateSuiteRun(context, asked),
    }),
    operation("post", `${runs}/self-check`, {
      summary: "Check a trigger suite before a live model is asked",
      description:
        "Carries out what these settings would try with models that always, never and rightly activate: with the same agent, " +
        "catalogue, hosts and bytes. Recall has to be 1, 0 and 1 and precision as planted; what is wrong is named in `faults`. " +
        "Asks no model and costs nothing. Of many cases some of every kind are tried. A live run begins with such a check, and " +
        "has no verdict but “invalid” where it did not pass, unless it was started with `acknowledgeFaults`.",
      params: skillParams,
      body: estimateSuiteRunSchema,
      answer: jsonResponse(selfCheckSchema, "What was found"),
      turn: "read",
      run: (context, asked) => checkSuite(context, asked),
    }),
    operation("get", `${runs}/{number}`, {
      summary: "Read what a run of a suite came to",
      description:
        "Figures are over cases, not over trials, with 95 % Wilson intervals; invalid trials are in none of them. While it goes " +
        "on, over what is done.",
      params: numbered,
      answer: jsonResponse(suiteRunDetailSchema, "The run with its figures"),
      turn: "read",
      run: getSuiteRunDetail,
    }),
    operation("delete", `${runs}/{number}`, {
      summary: "Delete a run of a suite",
      description:
        "With its figures and sessions. It stays counted among the runs of its bytes, and its number is not given again. 409 " +
        "while it goes on.",
      params: numbered,
      done: "Deleted",
      conflict: true,
      run: deleteSuiteRun,
    }),
    operation("get", `${runs}/{number}/pool`, {
      summary: "Read all runs of the bytes of a run, pooled",
      description:
        "As if they were one: the majority of each case or task over the trials of every run of these bytes that has ended, " +
        "A/A repeats and stopped ones too, so that nobody runs a suite until it looks well. Alike are agent, model, catalogue " +
        "and cases; what is not pooled is in `leftOut`, with its reason, deleted runs too. Answers that a run was given again " +
        "from another one count once. `otherwise` names what the run itself came to otherwise.",
      params: numbered,
      answer: jsonResponse(runPoolSchema, "Pooled figures, and each run beside"),
      turn: "read",
      run: getRunPool,
    }),
    operation("get", `${runs}/{number}/cases`, {
      summary: "List the cases of a run with what became of them",
      params: numbered,
      query: listCasesSchema,
      answer: jsonResponse(caseListSchema, "In the order of the suite"),
      turn: "read",
      run: listRunCases,
    }),
    operation("get", `${runs}/{number}/tasks`, {
      summary: "List the tasks of an effect run with what became of them",
      description: "None of a run of a trigger suite.",
      params: numbered,
      query: listCasesSchema,
      answer: jsonResponse(taskListSchema, "In the order of the suite"),
      turn: "read",
      run: listRunTasks,
    }),
    operation("get", `${runs}/{number}/trials`, {
      summary: "List the trials of a run",
      params: numbered,
      query: listTrialsSchema,
      answer: jsonResponse(trialListSchema, "In the order in which they are taken"),
      turn: "read",
      run: listTrials,
    }),
    operation("get", `${runs}/{number}/trials/{trial}`, {
      summary: "Read one trial with its session",
      description: "The same events as in the log of a rehearsal; none until it has ended.",
      params: ofTrial,
      answer: jsonResponse(trialDetailSchema, "The trial, its case and its events"),
      turn: "read",
      run: getTrial,
    }),
    operation("get", `${runs}/{number}/trials/{trial}/trajectory`, {
      summary: "Read one trial as a trajectory of ATIF 1.7",
      description:
        "The Agent Trajectory Interchange Format, as Harbor and others read it: system prompt and catalogue, message, each " +
        "answer with its calls and what they got, tokens and price. 409 until the trial has ended, 404 when its session is " +
        "not kept any more.",
      params: ofTrial,
      answer: jsonResponse(trajectorySchema, "The trajectory"),
      turn: "read",
      conflict: true,
      run: getTrialTrajectory,
    }),
    operation("post", `${runs}/{number}/stop`, {
      summary: "Stop a run of a suite",
      description: "What is done stays. One that has ended stays as it is.",
      params: numbered,
      answer: jsonResponse(suiteRunSchema, "As it is now"),
      run: stopSuiteRun,
    }),
  ])
  .route("/", neighbourRoutes);
