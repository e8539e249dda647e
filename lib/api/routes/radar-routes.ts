import "server-only";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { startRadarRun } from "@/lib/radar/commands/start-radar-run";
import { stopRadarRun } from "@/lib/radar/commands/stop-radar-run";
import { estimateRadar } from "@/lib/radar/estimate-radar";
import { listRadarSkills } from "@/lib/radar/list-radar-skills";
import { getRadarRunDetail, listRadarRuns } from "@/lib/radar/queries";
import {
  estimateRadarSchema,
  listRadarSchema,
  radarEstimateSchema,
  radarRunDetailSchema,
  radarRunListSchema,
  radarRunSchema,
  radarSkillListSchema,
  startRadarSchema,
} from "@/lib/radar/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Radar");
const runs = "/workspaces/{workspace}/radar-runs";
const numbered = workspaceParams.extend({ number: rowNumberInAddress });

export const radarRoutes = createApi().openapiRoutes([
  operation("get", runs, {
    summary: "List radar runs",
    params: workspaceParams,
    query: listRadarSchema,
    answer: jsonResponse(radarRunListSchema, "The newest first"),
    turn: "read",
    run: listRadarRuns,
  }),
  operation("post", runs, {
    summary: "Start a radar run: what a new model makes of skills",
    description:
      "Tries the trigger suites and tasks of many skills with a new model, one run after the other, the cheapest first, within " +
      "one budget over all, and holds them against the newest runs on record of another model on the same bytes (with " +
      "`against` of that one, which is tried itself where nothing is on record). The newest published version of each skill " +
      "is tried, else its draft. Answers at once. 409 while 3 go on here.",
    params: workspaceParams,
    body: startRadarSchema,
    status: 202,
    answer: jsonResponse(radarRunSchema, "It goes on"),
    turn: "read",
    conflict: true,
    run: (context, asked) => startRadarRun(context, asked),
  }),
  operation("post", `${runs}/estimate`, {
    summary: "See what a radar run would be and cost",
    description:
      "Asks no model. What keeps it from starting is in `problems`, what leaves a skill out is with its step.",
    params: workspaceParams,
    body: estimateRadarSchema,
    answer: jsonResponse(radarEstimateSchema, "Before anything is spent"),
    turn: "read",
    run: (context, asked) => estimateRadar(context, asked),
  }),
  operation("get", `${runs}/{number}`, {
    summary: "Read what a radar run came to",
    description:
      "One word for each skill, those that call for something first, with the figures of both models. `unnecessary`: at most " +
      "as many tasks are won by the skill as rule out, by an exact test at 5 %, that it wins a fifth of them, more than half of " +
      "the tasks pass without it by the same kind of test, and no golden task passes by it alone. Nothing scripted counts. " +
      "Tokens are counted here, hence estimates. While it goes on, over what is done.",
    params: numbered,
    answer: jsonResponse(radarRunDetailSchema, "The run with its skills"),
    turn: "read",
    run: getRadarRunDetail,
  }),
  operation("post", `${runs}/{number}/stop`, {
    summary: "Stop a radar run",
    description:
      "With the run of a suite that goes on in it. What is done stays. One that has ended stays as it is.",
    params: numbered,
    answer: jsonResponse(radarRunSchema, "As it is now"),
    run: stopRadarRun,
  }),
  operation("get", "/workspaces/{workspace}/radar-skills", {
    summary: "List the skills that a radar run can try",
    description: "Those with tasks or a trigger suite, in the newest published version, else in the draft.",
    params: workspaceParams,
    answer: jsonResponse(radarSkillListSchema, "By name"),
    turn: "read",
    run: listRadarSkills,
  }),
]);
