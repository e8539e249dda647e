import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { costOf } from "@/lib/models/cost-of";
import { sha256 } from "@/lib/platform/crypto";
import type { RunModel } from "@/lib/playground/ports";
import { keptAnswerRows } from "../adapters/kept-answer-rows";
import type { TrialBudget } from "../adapters/trial-budget";
import type { OpenModel, WordingOf } from "../models/open-model";
import type { OpenSuiteRun } from "../runs/open-suite-run";
import { type KeepsAnswer, keptModel, keptScope } from "./kept-model";
import { TrialMeter } from "./trial-meter";

type Opening = {
  openModel: OpenModel;
  now: () => Date;
  run: OpenSuiteRun;
  repeat: number;
  /** The model, and the address that the run was frozen with; null where any will do. */
  id: string;
  address: string | null;
  budget: TrialBudget;
  wordingOf?: WordingOf | undefined;
  /** Which answers are kept; all that end well when absent. */
  keeps?: KeepsAnswer;
};

/**
 * A model as a run asks it: what was answered to the same bytes is given again, and what is asked counts against the run's
 * limit. UNPROCESSABLE where it is no more the model that the run began with, or its limit cannot be kept.
 */
export async function openMeteredModel(
  context: Context,
  { openModel, now, run, repeat, id, address: frozen, budget, wordingOf, keeps }: Opening,
): Promise<{ model: RunModel; meter: TrialMeter }> {
  const { model, prices, address } = await openModel(context, id, wordingOf);
  if (frozen !== null && address !== frozen)
    throw new AppError("UNPROCESSABLE", `The model ${model.info.name} was changed while the run went on.`);
  if (run.isCapped && prices !== null && (prices.input === null || prices.output === null))
    throw new AppError(
      "UNPROCESSABLE",
      `Nobody says what ${model.info.name} costs, so this run's limit cannot be kept. Enter its prices in Settings, Models, and start another run.`,
    );
  const priceOf = (tokens: { input: number; output: number }) =>
    prices === null ? 0 : costOf({ ...tokens, cached: null }, prices);
  const isLive = model.info.kind === "live";
  const meter = new TrialMeter(model.meter, { ...budget, priceOf }, model.maxOutputTokens, isLive);
  const from = { skill: run.skill, number: run.number };
  // A run that repeats another one, or asks anew, must ask: what it keeps is found by itself alone, after a broken attempt.
  const onlyRunId = run.repeatOf === null && run.offer.anew !== true ? null : run.id;
  const answers = keptAnswerRows(context, { from, onlyRunId, now });
  const scope = keptScope(address, repeat, onlyRunId);
  return { meter, model: keptModel(model, { answers, meter, scope, sha256, ...(keeps ? { keeps } : {}) }) };
}
