import "server-only";
import { randomUUID } from "node:crypto";
import { log } from "@/lib/platform/log";
import { carryOutTrial, type TrialSetup } from "./carry-out-trial";
import { endFinishedRuns } from "./end-suite-run";
import { judgeEndedRuns } from "./judge-ended-runs";
import {
  listWaitingModels,
  renewTrials,
  requeueDeadTrials,
  requeueFailedTrial,
  type TakenTrial,
  takeTrials,
} from "./take-trials";

/** Of one model, and of all of them, on one server at once. */
export const trialsAtOnce = { each: 4, all: 12 } as const;

type UnderWay = { trial: TakenTrial; model: string; controller: AbortController; done: Promise<void> };

/** Takes trials of all workspaces for one server and carries them out, a few at once. Any number of servers do. */
export class TrialWorker {
  readonly owner = `${process.pid}-${randomUUID()}`;
  private readonly underWay = new Map<string, UnderWay>();
  private taking: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(private readonly setup: Omit<TrialSetup, "owner">) {}

  /** Takes what there is room for. Called again while it works, it looks once more. */
  async takeMore(): Promise<void> {
    this.again = true;
    this.taking ??= this.takeAll().finally(() => {
      this.taking = null;
    });
    await this.taking;
  }

  /** Every few seconds: says that this server lives, puts back what dead ones had, ends what has no trial left. */
  async renew(): Promise<void> {
    const held = await renewTrials(this.setup, this.owner);
    for (const [id, { controller }] of this.underWay) if (!held.has(id)) controller.abort(broken());
    await requeueDeadTrials(this.setup);
    await endFinishedRuns(this.setup);
    await judgeEndedRuns(this.setup);
    await this.takeMore();
  }

  /** Breaks off the trials of a run that has ended. */
  breakOff(suiteRunId: string): void {
    for (const { trial, controller } of this.underWay.values())
      if (trial.suiteRunId === suiteRunId) controller.abort(broken());
  }

  /** Takes nothing more and gives back what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const { controller } of this.underWay.values()) controller.abort(broken());
    await this.settled();
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.taking || this.underWay.size > 0) {
      await this.taking;
      await Promise.all([...this.underWay.values()].map(({ done }) => done));
    }
  }

  private async takeAll(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      for (const { workspaceId, modelId } of await listWaitingModels(this.setup)) {
        const model = `${workspaceId} ${modelId}`;
        const most = this.roomFor(model);
        if (most <= 0) continue;
        const taken = await takeTrials(this.setup, { workspaceId, modelId, owner: this.owner, most });
        for (const trial of taken) this.begin(trial, model);
      }
    }
  }

  private async endRuns(): Promise<void> {
    const ended = await endFinishedRuns(this.setup);
    if (ended.length > 0) await judgeEndedRuns(this.setup);
  }

  private roomFor(model: string): number {
    const own = [...this.underWay.values()].filter((other) => other.model === model).length;
    return Math.min(trialsAtOnce.each - own, trialsAtOnce.all - this.underWay.size);
  }

  private begin(trial: TakenTrial, model: string): void {
    const controller = new AbortController();
    if (this.stopped) controller.abort(broken());
    const done = this.carryOut(trial, controller.signal).finally(() => {
      this.underWay.delete(trial.id);
      if (!this.stopped) void this.takeMore().catch(told);
    });
    this.underWay.set(trial.id, { trial, model, controller, done });
  }

  /** Never throws. What failed on our side goes back to the queue; its attempt counts. */
  private async carryOut(trial: TakenTrial, signal: AbortSignal): Promise<void> {
    try {
      await carryOutTrial({ ...this.setup, owner: this.owner }, trial, signal);
    } catch (error) {
      log.warn({ err: error, trial: trial.id }, "a trial could not be carried out; it is tried again");
      await requeueFailedTrial(this.setup, { id: trial.id, owner: this.owner }).catch(told);
    }
    await this.endRuns().catch(told);
  }
}

const broken = () => new DOMException("The trial was broken off.", "AbortError");
const told = (error: unknown) => log.warn({ err: error }, "trials could not be looked after; trying again");
