import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import type { RunModel } from "@/lib/playground/ports";
import type { RunSkills } from "@/lib/playground/resolve-run-skills";
import { RunTimer } from "@/lib/playground/run-timer";
import type { Dialect } from "@/lib/runtime/dialect";
import { type TrialBudget, trialBudget } from "../adapters/trial-budget";
import { armOf } from "../internal/trial-rows";
import type { WordingOf } from "../models/open-model";
import type { OpenSuiteRun } from "../runs/open-suite-run";
import type { TriedArm } from "../suites/task-schema";
import { findLostSkills } from "../trials/find-lost-skills";
import { type ArmOffer, offerOfArm } from "../trials/offer-of-arm";
import { openMeteredModel } from "../trials/open-metered-model";
import { type PresentedTrial, presentTrial } from "../trials/present-trial";
import { runTrial } from "../trials/run-trial";
import { type TrialMeter, type Used, usedOf } from "../trials/trial-meter";
import { subjectOf, type TrialSubject } from "../trials/trial-subject";
import { addAnsweredAs } from "./add-answered-as";
import { endEarly } from "./end-suite-run";
import { finishTrial } from "./finish-trial";
import { countBroken, releaseWork } from "./hold-work";
import { openHeldRun, type TrialSetup } from "./open-held-run";
import type { TakenTrial } from "./take-trials";

const clock = () => performance.now();
/** What keeps a whole run from going on, in words for people; everything else is tried again. */
const final: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "FORBIDDEN"]);

/**
 * Carries out a trial that this server has taken, and ends it, once. One that is broken off goes back to the queue; what
 * keeps the whole run from going on ends the run with its reason. Throws what only a later attempt may mend. Answers
 * whether others of its run are known to wait, so that nobody has to ask whether the run has ended.
 */
export async function carryOutTrial(
  setup: TrialSetup,
  trial: TakenTrial,
  stop: AbortSignal,
): Promise<boolean> {
  const { db, owner } = setup;
  const opened = await openHeldRun(setup, "trial", trial);
  if (!opened) return false;
  const { run, context } = opened;
  const stopped = (failure: string) => endEarly({ db }, { id: run.id, state: "stopped", failure });
  const release = (used: Used) => releaseWork({ db }, "trial", { id: trial.id, owner, used });
  const arm = armOf(trial);
  const tried = subjectOf(run, trial.caseId, arm);
  if (!tried) {
    const what = run.tasks.size > 0 ? "task" : "case";
    const failure = `This run does not know the ${what} ${trial.caseId}.`;
    await endEarly({ db }, { id: run.id, state: "failed", failure });
    await release(usedOf([]));
    return false;
  }
  const tries = new Attempt(setup, context, { trial, run, tried, arm });
  try {
    return await tries.carryOut(stop, stopped);
  } catch (error) {
    if (!(error instanceof AppError && final.has(error.code))) {
      await countBroken({ db }, "trial", { id: trial.id, owner, used: tries.used() });
      throw error;
    }
    await endEarly({ db }, { id: run.id, state: "failed", failure: error.message });
    await release(tries.used());
    return false;
  }
}

type Opened = { model: RunModel; meter: TrialMeter };
type Subject = { trial: TakenTrial; run: OpenSuiteRun; tried: TrialSubject; arm: TriedArm };

/** One attempt at one trial. */
class Attempt {
  constructor(
    private readonly setup: TrialSetup,
    private readonly context: Context,
    private readonly subject: Subject,
  ) {}

  /** Of the model, and of the router where it has one of its own. */
  private readonly meters: TrialMeter[] = [];
  private readonly timer = new RunTimer(env().runSeconds * 1000, clock);
  private budget: TrialBudget | null = null;

  /** What it has asked so far. */
  used(): Used {
    return usedOf(this.meters);
  }

  async carryOut(stop: AbortSignal, stopRun: (failure: string) => Promise<unknown>): Promise<boolean> {
    try {
      return await this.carryThrough(stop, stopRun);
    } catch (error) {
      await this.budget?.settleDue();
      throw error;
    } finally {
      this.timer.stop();
    }
  }

  private async carryThrough(
    stop: AbortSignal,
    stopRun: (failure: string) => Promise<unknown>,
  ): Promise<boolean> {
    const { context, setup, timer } = this;
    const { trial, run, tried } = this.subject;
    const startedAt = clock();
    const { offer, packages: pinnedPackages, digest } = await this.offer();
    const signal = AbortSignal.any([stop, timer.signal]);
    const budget = trialBudget(context, this.held(), signal);
    this.budget = budget;
    const { presented, opened } = await this.present(offer, pinnedPackages, budget);
    const { dialect } = presented.presentation;
    const { model, meter } = opened;
    const { routerModel, stubs } = run.offer;
    const router = routerModel === null ? model : (await this.open(routerModel, budget)).model;
    this.requireOffered(presented.runSkills, dialect, digest);
    const events = await runTrial(context, {
      ...presented,
      place: this.place(),
      offer,
      stubs,
      model,
      router,
      message: tried.message,
      marksOf: (step) => meter.marksOf(step),
      signal,
      time: timer,
      isEnough: (events) => tried.isEnough(events),
      clock,
      now: setup.now,
      ...(tried.isGiven ? { given: run.skill } : {}),
    });
    timer.stop();
    for (const one of this.meters) await one.end();
    const used = this.used();
    const release = async () => {
      await budget.settleDue();
      await releaseWork(setup, "trial", { id: trial.id, owner: setup.owner, used });
      return false;
    };
    if (stop.aborted) return release();
    if (!tried.isEnough(events)) await this.requireWhole(pinnedPackages);
    const found = await tried.decide(events);
    const decided = { ...found, invalid: budget.whyInvalid(found.invalid) };
    const durationMs = clock() - startedAt;
    await this.noteNames();
    const ending = { trial, owner: setup.owner, decided, used, due: budget.due(), durationMs, events };
    const ended = await finishTrial(setup, ending);
    if (!ended) await release();
    const limit = decided.invalid?.reason;
    if (limit === "cap" || limit === "spending-limit") await stopRun(decided.invalid?.message ?? "");
    return ended?.othersWait ?? false;
  }

  /** Looked up at once; of several reasons not to go on, that something was deleted is the best one. */
  private async present(
    offer: ArmOffer["offer"],
    packages: ArmOffer["packages"],
    budget: TrialBudget,
  ): Promise<{ presented: PresentedTrial; opened: Opened }> {
    const presenting = presentTrial(this.context, { offer, packages });
    const wordingOf = async () => (await presenting).presentation.dialect.wording;
    const [whole, presented, opened] = await Promise.allSettled([
      this.requireWhole(packages),
      presenting,
      this.open(this.subject.run.modelId, budget, wordingOf),
    ]);
    if (whole.status === "rejected") throw whole.reason;
    if (presented.status === "rejected") throw presented.reason;
    if (opened.status === "rejected") throw opened.reason;
    return { presented: presented.value, opened: opened.value };
  }

  private offer(): Promise<ArmOffer> {
    const { trial, run, arm } = this.subject;
    const { skillId, digest } = run;
    return offerOfArm(this.context, run.offer, { dialect: trial.dialect, arm, skillId, digest });
  }

  private held() {
    const { trial, run } = this.subject;
    return { work: "trial" as const, id: trial.id, suiteRunId: run.id, owner: this.setup.owner };
  }

  private place() {
    const { trial, run } = this.subject;
    const { traceId } = this.context;
    return {
      runId: trial.id,
      branchId: trial.id,
      conversationId: run.id,
      turn: 1,
      workspaceId: trial.workspaceId,
      traceId,
    };
  }

  private async open(id: string, budget: TrialBudget, wordingOf?: WordingOf): Promise<Opened> {
    const { context, setup } = this;
    const { trial, run } = this.subject;
    const opened = await openMeteredModel(context, {
      ...setup,
      run,
      repeat: trial.repeat,
      id,
      address: id === run.modelId ? run.offer.address : (run.offer.routerAddress ?? null),
      budget,
      wordingOf,
    });
    this.meters.push(opened.meter);
    return opened;
  }

  /** A model that answers under another name in mid-run is another model: the run says so. */
  private async noteNames(): Promise<void> {
    const { run } = this.subject;
    const names = this.meters[0]?.names ?? new Set<string>();
    for (const name of names)
      if (!run.answeredAs.has(name)) {
        await addAnsweredAs(this.setup, { id: run.id, name });
        run.answeredAs.add(name);
      }
  }

  /**
   * What was deleted while the session went on may have been what it looked for. A skill without its bytes would be offered to
   * nobody, or be refused: that is nothing the model did.
   */
  private async requireWhole(packages: ArmOffer["packages"]): Promise<void> {
    const { skills, drafts } = await findLostSkills(this.context, { packages });
    const [skill] = skills;
    if (skill !== undefined)
      throw new AppError("UNPROCESSABLE", `${this.nameOf(skill)} was deleted while the run went on.`);
    const [draft] = drafts;
    if (draft !== undefined)
      throw new AppError(
        "UNPROCESSABLE",
        `Files of ${this.nameOf(draft)}, as this run tries it, are no longer kept: its draft has moved on. Start a new run.`,
      );
  }

  /** `digest` null: it must not be, and what was frozen does not have it. */
  private requireOffered(
    { skills, unavailable }: RunSkills,
    { title }: Dialect,
    digest: string | null,
  ): void {
    const { run } = this.subject;
    if (digest === null || skills.some(({ ref }) => ref.skillId === run.skillId && ref.digest === digest))
      return;
    const why = unavailable.find(({ skillId }) => skillId === run.skillId)?.detail;
    throw new AppError(
      "UNPROCESSABLE",
      `${title} does not offer ${run.skill} any more${why ? `: ${why}` : "."}`,
    );
  }

  private nameOf(skillId: string): string {
    const refs = this.subject.run.offer.dialects.flatMap(({ skills }) => skills.map(({ ref }) => ref));
    return refs.find((ref) => ref.skillId === skillId)?.name ?? "A skill";
  }
}
