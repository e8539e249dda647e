import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "@/lib/db/bus";
import { database } from "@/lib/db/client";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { openModel } from "@/lib/proof/models/open-model";
import { advanceImprovement, type ImproverSetup } from "./advance-improvement";
import {
  leaseMs,
  releaseImprovement,
  renewImprovement,
  restImprovement,
  takeImprovement,
} from "./take-improvements";

/** Goes on with searches of all workspaces for one server. Any number of servers do; each search is one's at a time. */
export class Improver {
  readonly owner = `${process.pid}-${randomUUID()}`;
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly stopped = new AbortController();

  constructor(private readonly setup: Omit<ImproverSetup, "owner">) {}

  /** Takes every search that waits for somebody, and goes on with all of them at once. */
  async goOn(): Promise<void> {
    const { owner } = this;
    const but = [...this.underWay.keys()];
    while (!this.stopped.signal.aborted) {
      const id = await takeImprovement(this.setup, { owner, but });
      if (id === null) return;
      but.push(id);
      this.underWay.set(
        id,
        this.lookAfter(id).finally(() => this.underWay.delete(id)),
      );
    }
  }

  /** Resolves when nothing is under way here any more. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  /** Begins nothing more and gives back what is under way. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.settled();
  }

  private async lookAfter(id: string): Promise<void> {
    const { setup, owner } = this;
    const lost = new AbortController();
    const beat = setInterval(() => {
      renewImprovement(setup, { id, owner }).then(
        (isOurs) => void (isOurs || lost.abort()),
        (error: unknown) =>
          log.warn({ err: error, improvement: id }, "a search could not be held; trying again"),
      );
    }, leaseMs / 3);
    let leave = releaseImprovement;
    try {
      await advanceImprovement({ ...setup, owner }, id, AbortSignal.any([lost.signal, this.stopped.signal]));
    } catch (error) {
      if (!this.stopped.signal.aborted) leave = restImprovement;
      log.warn(
        { err: error, improvement: id },
        "a search for a description could not go on; it rests a while",
      );
    } finally {
      clearInterval(beat);
      // Not given back now, it is free once its lease is over.
      await leave(setup, { id, owner }).catch(told);
    }
  }
}

const told = (error: unknown) => log.warn({ err: error }, "searches could not be looked after; trying again");

declare global {
  var greenroomImprover: Improver | undefined;
}

function improver(): Improver {
  globalThis.greenroomImprover ??= begin();
  return globalThis.greenroomImprover;
}

function begin(): Improver {
  const begun = new Improver({ db: database(), openModel, now: () => new Date() });
  subscribe("proof", ({ trialEnded }) => {
    if (!trialEnded) void begun.goOn().catch(told);
  });
  stopping().addEventListener("abort", () => void begun.stop().catch(told), { once: true });
  return begun;
}

/** Goes on with searches for descriptions as long as this server lives. Every server does, every few seconds. */
export const keepImproving = (): Promise<void> =>
  stopping().aborted ? Promise.resolve() : improver().goOn();
