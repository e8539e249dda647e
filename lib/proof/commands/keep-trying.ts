import "server-only";
import { subscribe } from "@/lib/db/bus";
import { database } from "@/lib/db/client";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { openModel } from "../models/open-model";
import { TrialWorker } from "./work-on-trials";

declare global {
  var greenroomTrials: TrialWorker | undefined;
}

/** The worker of this process, begun at first use. It hears of runs that begin and end, and stops with the server. */
function worker(): TrialWorker {
  globalThis.greenroomTrials ??= begin();
  return globalThis.greenroomTrials;
}

function begin(): TrialWorker {
  const begun = new TrialWorker({ db: database(), openModel, now: () => new Date() });
  const told = (error: unknown) => log.warn({ err: error }, "trials could not be looked after; trying again");
  subscribe("proof", ({ suiteRunId, ended, trialEnded }) => {
    if (ended) begun.breakOff(suiteRunId);
    // A trial's end makes room on the server that had it, which knows without being told.
    else if (!trialEnded) void begun.takeMore().catch(told);
  });
  stopping().addEventListener("abort", () => void begun.stop().catch(told), { once: true });
  return begun;
}

/** Carries out trials of suites as long as this server lives. Every server does, every few seconds. */
export const keepTrying = (): Promise<void> => (stopping().aborted ? Promise.resolve() : worker().renew());
