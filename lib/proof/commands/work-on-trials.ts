import "server-only";
import { randomUUID } from "node:crypto";
import { log } from "@/lib/platform/log";
import { trialsAtOnce } from "../proof-options";
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
  type WaitingModel,
} from "./take-trials";

type UnderWay = { trial: TakenTrial; model: string; controller: AbortController; done: Promise<void> };

const nameOf = ({ workspaceId, modelId }: WaitingModel): string => `${workspaceId} ${modelId}`;

/** Takes trials of all workspaces for one server and carries them out, a few at once. Any number of servers do. */
export class TrialWorker {
  readonly owner = `${process.pid}-${randomUUID()}`;
  private readonly underWay = new Map<string, UnderWay>();
  /** When a trial of a model was last taken here, as a count of all that were. */
  private readonly lastTaken = new Map<string, number>();
  private takenInAll = 0;
  private taking: Promise<void> | null = null;
  private ending: Promise<void> | null = null;
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
    // Those that begin while this is asked are nothing that the answer tells of.
    const mine = [...this.underWay];
    const held = await renewTrials(this.setup, { owner: this.owner, ids: mine.map(([id]) => id) });
    for (const [id, { controller }] of mine) if (!held.has(id)) controller.abort(broken());
    await requeueDeadTrials(this.setup);
    await this.takeMore();
    this.ending ??= this.endAllRuns().finally(() => {
      this.ending = null;
    });
    await this.ending;
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
      const waiting = await listWaitingModels(this.setup);
      const names = new Set(waiting.map(nameOf));
      for (const name of this.lastTaken.keys()) if (!names.has(name)) this.lastTaken.delete(name);
      await this.takeInTurn(waiting);
    }
  }

  /** One trial after the other, so that nobody's many models or long runs keep the others waiting. */
  private async takeInTurn(models: readonly WaitingModel[]): Promise<void> {
    const waiting = [...models];
    while (!this.stopped) {
      const next = this.nextOf(waiting);
      if (!next) return;
      const [trial] = await takeTrials(this.setup, { ...next, owner: this.owner, most: 1 });
      if (!trial) {
        waiting.splice(waiting.indexOf(next), 1);
        continue;
      }
      this.takenInAll += 1;
      this.lastTaken.set(nameOf(next), this.takenInAll);
      this.begin(trial, nameOf(next));
    }
  }

  /** Whose turn it is: first by the least under way, of the workspace and then of the model, then by the longest wait. */
  private nextOf(waiting: readonly WaitingModel[]): WaitingModel | undefined {
    if (this.underWay.size >= trialsAtOnce.all) return undefined;
    const underWay = [...this.underWay.values()];
    const ranked = waiting.map((model) => ({
      model,
      ofWorkspace: underWay.filter(({ trial }) => trial.workspaceId === model.workspaceId).length,
      ofModel: underWay.filter((other) => other.model === nameOf(model)).length,
      since: this.lastTaken.get(nameOf(model)) ?? 0,
    }));
    const [first] = ranked
      .filter(
        ({ ofWorkspace, ofModel }) => ofWorkspace < trialsAtOnce.workspace && ofModel < trialsAtOnce.each,
      )
      .sort(
        (left, right) =>
          left.ofWorkspace - right.ofWorkspace || left.ofModel - right.ofModel || left.since - right.since,
      );
    return first?.model;
  }

  private async endAllRuns(): Promise<void> {
    await endFinishedRuns(this.setup);
    await judgeEndedRuns(this.setup);
  }

  private async endRun(suiteRunId: string): Promise<void> {
    const ended = await endFinishedRuns(this.setup, suiteRunId);
    if (ended.length > 0) await judgeEndedRuns(this.setup);
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
    await this.endRun(trial.suiteRunId).catch(told);
  }
}

const broken = () => new DOMException("The trial was broken off.", "AbortError");
const told = (error: unknown) => log.warn({ err: error }, "trials could not be looked after; trying again");
