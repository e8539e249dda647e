import "server-only";
import { z } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { labelPair } from "@/lib/proof/commands/label-pair";
import { setUsualJudge } from "@/lib/proof/commands/set-usual-judge";
import { getUsualJudge } from "@/lib/proof/judges/get-usual-judge";
import { setUsualJudgeSchema, usualJudgeSchema } from "@/lib/proof/judges/judge-schema";
import {
  judgementListSchema,
  labelledSchema,
  labelPairInputSchema,
  labelPairListSchema,
  listJudgementsSchema,
  listLabelPairsSchema,
} from "@/lib/proof/judges/labelling-schema";
import { listJudgements } from "@/lib/proof/judges/list-judgements";
import { listLabelPairs } from "@/lib/proof/judges/list-label-pairs";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";

const operation = operationsUnder("Proof");
const runs = "/workspaces/{workspace}/skills/{skill}/suite-runs";
const numbered = skillParams.extend({ number: rowNumberInAddress });
const ofPair = numbered.extend({ pair: z.string().openapi({ description: "The id of a pair of answers" }) });

export const judgeRoutes = createApi().openapiRoutes([
  operation("get", "/workspaces/{workspace}/judge", {
    summary: "Read which model judges where a run names none",
    params: workspaceParams,
    answer: jsonResponse(usualJudgeSchema, "Null: one of another family than the model that answers"),
    turn: "read",
    run: (context) => getUsualJudge(context),
  }),
  operation("put", "/workspaces/{workspace}/judge", {
    summary: "Choose which model judges where a run names none",
    params: workspaceParams,
    body: setUsualJudgeSchema,
    answer: jsonResponse(usualJudgeSchema, "As it is now"),
    run: setUsualJudge,
  }),
  operation("get", `${runs}/{number}/judgements`, {
    summary: "List what a judge said of the answers of an effect run",
    description:
      "Pairs of answers, found or given against without, each compared by one criterion in both orders: the winner alone, and " +
      "a tie where the orders disagree. None of a run without a judge.",
    params: numbered,
    query: listJudgementsSchema,
    answer: jsonResponse(judgementListSchema, "In the order in which they are taken"),
    turn: "read",
    run: listJudgements,
  }),
  operation("get", `${runs}/{number}/labels`, {
    summary: "List pairs of answers to hold the judge of a run against",
    description:
      "Blind: neither which of the two had the skill nor what the judge said is told. Those without a label of one's own come " +
      "first. `calibration` says how far people agree with this judge, over all runs here; until 30 labels it is uncalibrated.",
    params: numbered,
    query: listLabelPairsSchema,
    answer: jsonResponse(labelPairListSchema, "Pairs of answers"),
    turn: "read",
    run: listLabelPairs,
  }),
  operation("put", `${runs}/{number}/labels/{pair}`, {
    summary: "Say which of two answers is better",
    description:
      "One's own word of a pair that the judge compared; a second one takes the place of the first. People only: 403 with a key.",
    params: ofPair,
    body: labelPairInputSchema,
    answer: jsonResponse(labelledSchema, "Kept, with what the judge's word is worth now"),
    run: labelPair,
  }),
]);
