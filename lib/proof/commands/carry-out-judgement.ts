import "server-only";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { describeModelError } from "@/lib/playground/describe-model-error";
import type { RunModel } from "@/lib/playground/ports";
import { RunTimer } from "@/lib/playground/run-timer";
import { readJudgeAnswer } from "@/lib/verdicts/judge-prompt";
import { criteriaOf, directionOfGraders, directionOfOrders } from "@/lib/verdicts/judged-pair";
import { type TrialBudget, trialBudget } from "../adapters/trial-budget";
import { askJudge } from "../judges/ask-judge";
import { type PairedAnswer, readPair } from "../judges/read-pair";
import type { OpenSuiteRun } from "../runs/open-suite-run";
import { reasonOf } from "../trials/decide-trial";
import { openMeteredModel } from "../trials/open-metered-model";
import { type TrialMeter, usedOf } from "../trials/trial-meter";
import { endEarly } from "./end-suite-run";
import { type DecidedPair, finishJudgement } from "./finish-judgement";
import { countBroken, releaseWork } from "./hold-work";
import { openHeldRun, type TrialSetup } from "./open-held-run";
import type { TakenJudgement } from "./take-judgements";

const clock = () => performance.now();
/** What keeps a whole run from going on, in words for people; everything else is tried again. */
const final: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "FORBIDDEN"]);

/** Judges a pair that this server has taken, and ends it, once; as `carryOutTrial` does with a trial. */
export async function carryOutJudgement(
  setup: TrialSetup,
  pair: TakenJudgement,
  stop: AbortSignal,
): Promise<void> {
  const opened = await openHeldRun(setup, "judgement", pair);
  if (!opened) return;
  const judging = new Judging(setup, opened.context, { pair, run: opened.run });
  const { db, owner } = setup;
  try {
    await judging.carryOut(stop);
  } catch (error) {
    const held = { id: pair.id, owner, used: judging.used() };
    if (!(error instanceof AppError && final.has(error.code))) {
      await countBroken({ db }, "judgement", held);
      throw error;
    }
    await endEarly({ db }, { id: pair.suiteRunId, state: "failed", failure: error.message });
    await releaseWork({ db }, "judgement", held);
  }
}

type Subject = { pair: TakenJudgement; run: OpenSuiteRun };
type Texts = { task: string; criterion: string; without: string; withSkill: string };

/** One attempt at one pair. */
class Judging {
  private meter: TrialMeter | null = null;
  private budget: TrialBudget | null = null;
  private readonly timer = new RunTimer(env().runSeconds * 1000, clock);

  constructor(
    private readonly setup: TrialSetup,
    private readonly context: Context,
    private readonly subject: Subject,
  ) {}

  used = () => usedOf(this.meter ? [this.meter] : []);

  async carryOut(stop: AbortSignal): Promise<void> {
    const { setup } = this;
    const { pair, run } = this.subject;
    const startedAt = clock();
    try {
      const decided = await this.decide(stop);
      await this.meter?.end();
      await this.budget?.settleDue();
      const held = { id: pair.id, owner: setup.owner, used: this.used() };
      if (stop.aborted || decided === null) return await releaseWork(setup, "judgement", held);
      const ending = { pair, owner: setup.owner, decided, used: held.used, durationMs: clock() - startedAt };
      if (!(await finishJudgement(setup, ending))) await releaseWork(setup, "judgement", held);
      const limit = decided.invalid?.reason;
      if (limit === "cap" || limit === "spending-limit")
        await endEarly(setup, { id: run.id, state: "stopped", failure: decided.invalid?.message ?? "" });
    } catch (error) {
      await this.budget?.settleDue();
      throw error;
    } finally {
      this.timer.stop();
    }
  }

  /** Null where it was broken off. */
  private async decide(stop: AbortSignal): Promise<DecidedPair | null> {
    const { pair, run } = this.subject;
    const task = run.tasks.get(pair.caseId);
    const asked = task && criteriaOf(task).find(({ grader }) => grader === pair.grader);
    if (!task || !asked)
      throw new AppError("UNPROCESSABLE", `This run does not know the task ${pair.caseId}.`);
    const { without, withSkill } = await readPair(this.context, pair);
    const graded = directionOfGraders(without.outcome, withSkill.outcome);
    if (graded === "invalid") return noAnswer(without, pair.arm);
    if (graded !== "judge") return { outcome: "skipped", said: null, invalid: null };
    if (without.text === null || withSkill.text === null)
      throw new AppError("UNPROCESSABLE", "The answers of this run are no longer kept.");
    // To the byte the same: nobody has to be asked which is better.
    if (without.text === withSkill.text) return { outcome: "tie", said: null, invalid: null };
    const { message, criterion } = { message: task.message, criterion: asked.criterion };
    return this.ask({ task: message, criterion, without: without.text, withSkill: withSkill.text }, stop);
  }

  private async ask(texts: Texts, stop: AbortSignal): Promise<DecidedPair | null> {
    const { context, setup, timer } = this;
    const { pair, run } = this.subject;
    if (!run.judge) throw new AppError("UNPROCESSABLE", "This run has no judge.");
    const signal = AbortSignal.any([stop, timer.signal]);
    const held = { work: "judgement" as const, id: pair.id, suiteRunId: run.id, owner: setup.owner };
    const budget = trialBudget(context, held, signal);
    this.budget = budget;
    const { id, address } = run.judge;
    const opening = { ...setup, run, repeat: pair.repeat, id, address, budget, keeps: isJudgement };
    const { model, meter } = await openMeteredModel(context, opening);
    this.meter = meter;
    try {
      return await this.askBoth(texts, model, signal);
    } catch (error) {
      if (stop.aborted) return null;
      if (error instanceof AppError && final.has(error.code)) throw error;
      const invalid = timer.signal.aborted
        ? { reason: "time-limit" as const, message: "The time for one run is up." }
        : this.whyFailed(error);
      return { outcome: "invalid", said: null, invalid: budget.whyInvalid(invalid) };
    }
  }

  private async askBoth(texts: Texts, model: RunModel, signal: AbortSignal): Promise<DecidedPair> {
    const { pair } = this.subject;
    const { task, criterion, without, withSkill } = texts;
    const place = (step: number) => ({ runId: pair.id, step, onRetry: async () => {} });
    const inOrder = (step: number, [first, second]: readonly [string, string]) =>
      askJudge({ model, place: place(step), signal }, { task, criterion, first, second });
    const skillFirst = await inOrder(1, [withSkill, without]);
    if ("invalid" in skillFirst) return { outcome: "invalid", said: null, invalid: skillFirst.invalid };
    const skillSecond = await inOrder(2, [without, withSkill]);
    if ("invalid" in skillSecond) return { outcome: "invalid", said: null, invalid: skillSecond.invalid };
    const words = { skillFirst: skillFirst.word, skillSecond: skillSecond.word };
    return { outcome: directionOfOrders(words), said: { skillFirst, skillSecond }, invalid: null };
  }

  private whyFailed(error: unknown): NonNullable<DecidedPair["invalid"]> {
    const { code, message } = describeModelError(error, this.context.traceId);
    return { reason: reasonOf(code), message };
  }
}

function noAnswer(without: PairedAnswer, arm: string): DecidedPair {
  const which = without.outcome === "invalid" ? "without the skill" : `in arm ${arm}`;
  return {
    outcome: "invalid",
    said: null,
    invalid: {
      reason: "no-answer",
      message: `The trial ${which} is invalid, so there is nothing to compare.`,
    },
  };
}

/** What is no judgement is asked for again the next time. */
const isJudgement = (parts: readonly LanguageModelV4StreamPart[]): boolean =>
  readJudgeAnswer(parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("")) !== null;
