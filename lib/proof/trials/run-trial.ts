import "server-only";
import type { Context } from "@/lib/access/context";
import { sha256 } from "@/lib/platform/crypto";
import { executeRun } from "@/lib/playground/execute-run";
import type { RunModel } from "@/lib/playground/ports";
import type { SessionEvent } from "@/lib/runtime/events";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { DialectOffer, FrozenOffer } from "../plans/frozen-offer";
import type { PresentedTrial } from "./present-trial";
import { TrialLog } from "./trial-log";
import { trialSession } from "./trial-session";

type TrialToRun = PresentedTrial & {
  place: TrialLog["place"];
  offer: DialectOffer;
  stubs: FrozenOffer["stubs"];
  model: RunModel;
  router: RunModel;
  message: string;
  /** What is added to a step of the log. */
  marksOf: ConstructorParameters<typeof TrialLog>[1];
  signal: AbortSignal;
  time?: { signal: AbortSignal; limitMs: number };
  /** The name of the skill whose text is in the prompt from the start. */
  given?: string;
  isEnough(events: readonly SessionEvent[]): boolean;
  clock: () => number;
  now: () => Date;
};

/** One session over what was frozen, kept by nobody yet: its log. Trials and self-checks are this, and nothing else. */
export async function runTrial(context: Context, trial: TrialToRun): Promise<readonly SessionEvent[]> {
  const { presentation, runSkills, place, offer, stubs, model, router, message, signal, time, given } = trial;
  const log = new TrialLog(place, trial.marksOf, trial.now);
  const said = { message, messageTokens: countTokens(message) };
  await log.append({ type: "run-started", payload: { ...offer.started, ...said } });
  await executeRun({
    log,
    message,
    runId: place.runId,
    countTokens,
    sha256,
    clock: trial.clock,
    signal,
    session: trialSession(context, { presentation, runSkills, model, router, stubs, log, signal }),
    model: model.model,
    meter: model.meter,
    maxOutputTokens: model.maxOutputTokens,
    countedByProvider: model.info.kind === "live",
    isEnough: () => trial.isEnough(log.events()),
    ...(time ? { time } : {}),
    ...(given === undefined ? {} : { given }),
  });
  return log.events();
}
