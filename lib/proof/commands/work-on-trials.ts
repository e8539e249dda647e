import "server-only";
import { randomUUID } from "node:crypto";
import type { DatabaseContext } from "@/lib/db/client";
import { log } from "@/lib/platform/log";
import type { Work } from "../internal/work-tables";
import { trialsAtOnce } from "../proof-options";
import { carryOutJudgement } from "./carry-out-judgement";
import { carryOutTrial } from "./carry-out-trial";
import { endFinishedRuns } from "./end-suite-run";
import { renewWork, requeueDead, requeueFailed } from "./hold-work";
import { judgeEndedRuns } from "./judge-ended-runs";
import type { TrialSetup } from "./open-held-run";
import { listWaitingJudges, takeJudgements } from "./take-judgements";
import { listWaitingModels, type Taking, takeTrials, type WaitingModel } from "./take-trials";

type Waiting = WaitingModel & { work: Work };
/** What this server has taken, and how it is carried out. */
type Taken = {
  work: Work;
  id: string;
  suiteRunId: string;
  workspaceId: string;
  /** Answers whether more of its run is known to wait. */
  carryOut: (setup: TrialSetup, signal: AbortSignal) => Promise<boolean>;
};
type UnderWay = {
  taken: Taken;
  /** Of this one taking. */
  owner: string;
  model: string;
  controller: AbortController;
  done: Promise<void>;
  /** Ended in the database: only its run may still have to be. */
  isEnded: boolean;
};

const nameOf = ({ workspaceId, modelId }: WaitingModel): string => `${workspaceId} ${modelId}`;
const turnOf = (waiting: Waiting): string => `${waiting.work} ${nameOf(waiting)}`;

const takers = {
  trial: async (context, taking) =>
    (await takeTrials(context, taking)).map((trial) => ({
      ...trial,
      work: "trial",
      carryOut: (setup, signal) => carryOutTrial(setup, trial, signal),
    })),
  judgement: async (context, taking) =>
    (await takeJudgements(context, taking)).map((pair) => ({
      ...pair,
      work: "judgement",
      carryOut: async (setup, signal) => {
        await carryOutJudgement(setup, pair, signal);
        return false;
      },
    })),
} as const satisfies Record<Work, (context: DatabaseContext, taking: Taking) => Promise<Taken[]>>;

/** Takes trials, and pairs for judges, of all workspaces for one server and carries them out, a few at once. Any number of servers do. */
export class TrialWorker {
  readonly owner = `${process.pid}-${randomUUID()}`;
  private readonly underWay = new Map<string, UnderWay>();
  /** When a trial of a model was last taken here, as a count of all that were. */
  private readonly lastTaken = new Map<string, number>();
  private takenInAll = 0;
  private takings = 0;
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
    for (const work of works) {
      const own = mine.filter(([, { taken }]) => taken.work === work);
      const held = await renewWork(
        this.setup,
        work,
        own.map(([id, { owner }]) => ({ id, owner })),
      );
      for (const [id, { controller }] of own) if (!held.has(id)) controller.abort(broken());
      await requeueDead(this.setup, work);
    }
    await this.takeMore();
    this.ending ??= this.endAllRuns().finally(() => {
      this.ending = null;
    });
    await this.ending;
  }

  /** Breaks off the trials of a run that has ended. */
  breakOff(suiteRunId: string): void {
    for (const { taken, controller } of this.underWay.values())
      if (taken.suiteRunId === suiteRunId) controller.abort(broken());
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
      const waiting = [
        ...(await listWaitingModels(this.setup)).map((one): Waiting => ({ ...one, work: "trial" })),
        ...(await listWaitingJudges(this.setup)).map((one): Waiting => ({ ...one, work: "judgement" })),
      ];
      const names = new Set(waiting.map(turnOf));
      for (const name of this.lastTaken.keys()) if (!names.has(name)) this.lastTaken.delete(name);
      await this.takeInTurn(waiting);
    }
  }

  /** One piece of work after the other, so that nobody's many models or long runs keep the others waiting. */
  private async takeInTurn(models: readonly Waiting[]): Promise<void> {
    const waiting = [...models];
    while (!this.stopped) {
      const next = this.nextOf(waiting);
      if (!next) return;
      this.takings += 1;
      const owner = `${this.owner}-${this.takings}`;
      const [taken] = await takers[next.work](this.setup, { ...next, owner, most: 1 });
      if (!taken) {
        waiting.splice(waiting.indexOf(next), 1);
        continue;
      }
      this.takenInAll += 1;
      this.lastTaken.set(turnOf(next), this.takenInAll);
      this.begin(taken, owner, nameOf(next));
    }
  }

  /** Whose turn it is: first by the least under way, of the workspace and then of the model (as judge or not), then by the longest wait. */
  private nextOf(waiting: readonly Waiting[]): Waiting | undefined {
    if (this.underWay.size >= trialsAtOnce.all) return undefined;
    const underWay = [...this.underWay.values()];
    const ranked = waiting.map((model) => ({
      model,
      ofWorkspace: underWay.filter(({ taken }) => taken.workspaceId === model.workspaceId).length,
      ofModel: underWay.filter((other) => other.model === nameOf(model)).length,
      since: this.lastTaken.get(turnOf(model)) ?? 0,
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

  /** Asks nothing while anything of the run is under way here: that asks in its turn. */
  private async endRun(suiteRunId: string): Promise<void> {
    for (const { taken, isEnded } of this.underWay.values())
      if (taken.suiteRunId === suiteRunId && !isEnded) return;
    const ended = await endFinishedRuns(this.setup, suiteRunId);
    if (ended.length > 0) await judgeEndedRuns(this.setup);
  }

  private begin(taken: Taken, owner: string, model: string): void {
    const controller = new AbortController();
    if (this.stopped) controller.abort(broken());
    const done = this.carryOut(taken, owner, controller.signal).finally(() => {
      // It may have been put back and taken here anew meanwhile: that one is still under way.
      if (this.underWay.get(taken.id)?.owner === owner) this.underWay.delete(taken.id);
      if (!this.stopped) void this.takeMore().catch(told);
    });
    this.underWay.set(taken.id, { taken, owner, model, controller, done, isEnded: false });
  }

  /** Never throws. What failed on our side goes back to the queue; its attempt counts. */
  private async carryOut(taken: Taken, owner: string, signal: AbortSignal): Promise<void> {
    const { work, id } = taken;
    let othersWait = false;
    try {
      othersWait = await taken.carryOut({ ...this.setup, owner }, signal);
    } catch (error) {
      log.warn({ err: error, [work]: id }, `a ${work} could not be carried out; it is tried again`);
      await requeueFailed(this.setup, work, { id, owner }).catch(told);
    }
    const own = this.underWay.get(id);
    if (own?.owner === owner) own.isEnded = true;
    if (!othersWait) await this.endRun(taken.suiteRunId).catch(told);
  }
}

const works = ["trial", "judgement"] as const satisfies readonly Work[];
const broken = () => new DOMException("The trial was broken off.", "AbortError");
const told = (error: unknown) => log.warn({ err: error }, "trials could not be looked after; trying again");
