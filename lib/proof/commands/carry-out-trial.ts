import "server-only";
import type { Context } from "@/lib/access/context";
import { presentAgent } from "@/lib/agents/present-agent";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { costOf } from "@/lib/models/cost-of";
import { sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { executeRun } from "@/lib/playground/execute-run";
import { loadRunSkills } from "@/lib/playground/load-run-skills";
import type { RunModel } from "@/lib/playground/ports";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import { RunTimer } from "@/lib/playground/run-timer";
import type { Dialect } from "@/lib/runtime/dialect";
import { countTokens } from "@/lib/tokens/count-tokens";
import { keptAnswerRows } from "../adapters/kept-answer-rows";
import { trialBudget } from "../adapters/trial-budget";
import type { TriedCase } from "../case-schema";
import { type Asked, decideEarly, decideTrial } from "../decide-trial";
import { findLostSkills } from "../find-lost-skills";
import type { DialectOffer } from "../frozen-offer";
import { keptModel } from "../kept-model";
import type { OpenModel } from "../open-model";
import { contextOfStarter, type OpenSuiteRun, openSuiteRun } from "../open-suite-run";
import { TrialLog } from "../trial-log";
import { TrialMeter, usedOf } from "../trial-meter";
import { trialSession } from "../trial-session";
import { endEarly } from "./end-suite-run";
import { finishTrial } from "./finish-trial";
import { releaseTrial, type TakenTrial } from "./take-trials";

export type TrialSetup = DatabaseContext & { owner: string; openModel: OpenModel; now: () => Date };

const clock = () => performance.now();
/** What keeps a whole run from going on, in words for people; everything else is tried again. */
const final: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "FORBIDDEN"]);

/**
 * Carries out a trial that this server has taken, and ends it, once. One that is broken off goes back to the queue; what
 * keeps the whole run from going on ends the run with its reason. Throws what only a later attempt may mend.
 */
export async function carryOutTrial(setup: TrialSetup, trial: TakenTrial, stop: AbortSignal): Promise<void> {
  const { db, owner, now } = setup;
  const run = await openSuiteRun({ db }, trial.suiteRunId);
  const tried = run?.cases.get(trial.caseId);
  if (!run || !tried) return;
  const { workspaceId } = trial;
  const context = await contextOfStarter({ db }, { workspaceId, startedById: run.startedById, now });
  const stopped = (failure: string) => endEarly({ db }, { id: run.id, state: "stopped", failure });
  if (!context) {
    await stopped("Whoever started this run is no longer here.");
    return releaseTrial({ db }, { id: trial.id, owner });
  }
  try {
    const tries = new Attempt(setup, context, { trial, run, tried });
    await tries.carryOut(stop, stopped);
  } catch (error) {
    if (!(error instanceof AppError && final.has(error.code))) throw error;
    await endEarly({ db }, { id: run.id, state: "failed", failure: error.message });
    await releaseTrial({ db }, { id: trial.id, owner });
  }
}

type Subject = { trial: TakenTrial; run: OpenSuiteRun; tried: TriedCase };

/** One attempt at one trial. */
class Attempt {
  constructor(
    private readonly setup: TrialSetup,
    private readonly context: Context,
    private readonly subject: Subject,
  ) {}

  /** Of the model, and of the router where it has one of its own. */
  private readonly meters: TrialMeter[] = [];

  async carryOut(stop: AbortSignal, stopRun: (failure: string) => Promise<unknown>): Promise<void> {
    const { context, setup } = this;
    const { trial, run, tried } = this.subject;
    const startedAt = clock();
    const offer = this.offer();
    const { dialect: id, mode } = offer.started;
    const presentation = await presentAgent(context, { dialect: id, mode });
    if ((presentation.dialect.wording?.digest ?? null) !== offer.wording)
      throw new AppError(
        "UNPROCESSABLE",
        `What ${id} says in its host's own sentences was changed meanwhile.`,
      );
    const timer = new RunTimer(env().runSeconds * 1000, clock);
    const signal = AbortSignal.any([stop, timer.signal]);
    const budget = trialBudget(context, this.held(), signal);
    const { model, meter } = await this.open(run.modelId, budget, presentation.dialect.wording);
    const { routerModel } = run.offer;
    const router = routerModel === null ? model : (await this.open(routerModel, budget)).model;
    const packages = new Map<string, PinnedPackage>(Object.entries(run.offer.packages));
    const pinned = { skills: offer.skills, unavailable: offer.started.unavailable, packages };
    const runSkills = await loadRunSkills(context, pinned, presentation.dialect);
    const log = new TrialLog(this.place(), (step) => meter.marksOf(step), setup.now);
    const asked: Asked = { expected: tried.expected, skill: run.skill };
    const message = { message: tried.query, messageTokens: countTokens(tried.query) };
    await log.append({ type: "run-started", payload: { ...offer.started, ...message } });
    const { stubs } = run.offer;
    await executeRun({
      ...{ log, message: tried.query, runId: trial.id, countTokens, sha256, clock, signal, time: timer },
      session: trialSession(context, { presentation, runSkills, model, router, stubs, log, signal }),
      ...{ model: model.model, meter, maxOutputTokens: model.maxOutputTokens },
      countedByProvider: model.info.kind === "live",
      ...(run.wholeMatrix ? {} : { isEnough: () => decideEarly(log.events(), asked) !== null }),
    });
    timer.stop();
    for (const one of this.meters) await one.end(stop.aborted);
    const held = { id: trial.id, owner: setup.owner };
    if (stop.aborted) return releaseTrial(setup, held);
    await this.requireWhole();
    const decided = budget.capReached(decideTrial(log.events(), asked));
    const durationMs = clock() - startedAt;
    const used = usedOf(this.meters);
    const ending = { trial, owner: setup.owner, decided, used, durationMs, events: log.events() };
    if (!(await finishTrial(setup, ending))) await releaseTrial(setup, held);
    const limit = decided.invalid?.reason;
    if (limit === "cap" || limit === "spending-limit") await stopRun(decided.invalid?.message ?? "");
  }

  private offer(): DialectOffer {
    const { trial, run } = this.subject;
    const offer = run.offer.dialects.find(({ started }) => started.dialect === trial.dialect);
    if (!offer) throw new AppError("UNPROCESSABLE", `This run does not know the dialect ${trial.dialect}.`);
    return offer;
  }

  private held() {
    const { trial, run } = this.subject;
    return { trialId: trial.id, suiteRunId: run.id, owner: this.setup.owner };
  }

  private place() {
    const { trial, run } = this.subject;
    const { traceId } = this.context;
    return {
      ...{ runId: trial.id, branchId: trial.id, conversationId: run.id, turn: 1 },
      ...{ workspaceId: trial.workspaceId, traceId },
    };
  }

  private async open(
    id: string,
    budget: ReturnType<typeof trialBudget>,
    wording?: Dialect["wording"],
  ): Promise<{ model: RunModel; meter: TrialMeter }> {
    const { context, setup } = this;
    const { trial, run } = this.subject;
    const { model, prices, address } = await setup.openModel(context, id, wording);
    if (id === run.modelId && address !== run.offer.address)
      throw new AppError("UNPROCESSABLE", `The model ${model.info.name} was changed while the run went on.`);
    const priceOf = (tokens: { input: number; output: number }) =>
      (prices && costOf({ ...tokens, cached: null }, prices)) ?? 0;
    const isLive = model.info.kind === "live";
    const meter = new TrialMeter(model.meter, { ...budget, priceOf }, model.maxOutputTokens, isLive);
    this.meters.push(meter);
    const from = { skill: run.skill, number: run.number };
    // A run that repeats another one must ask again: what it keeps is found by itself alone, after a broken attempt.
    const scope = [address, trial.repeat, run.repeatOf === null ? null : run.id];
    const answers = keptAnswerRows(context, { from, now: setup.now });
    return { meter, model: keptModel(model, { answers, meter, scope, sha256 }) };
  }

  /** What was deleted while the session went on may have been what it looked for. */
  private async requireWhole(): Promise<void> {
    const { run } = this.subject;
    const [lost] = await findLostSkills(this.context, run.offer);
    if (lost === undefined) return;
    const names = run.offer.dialects.flatMap(({ skills }) => skills.map(({ ref }) => ref));
    const name = names.find(({ skillId }) => skillId === lost)?.name ?? "A skill";
    throw new AppError("UNPROCESSABLE", `${name} was deleted while the run went on.`);
  }
}
