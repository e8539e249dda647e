import "server-only";
import { subscribe } from "@/lib/db/bus";
import { database } from "@/lib/db/client";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { openModel } from "@/lib/proof/models/open-model";
import { advanceRadarRuns } from "./advance-radar-run";

declare global {
  var greenroomRadar: { underWay: Promise<void> | null } | undefined;
}

const setup = () => ({ db: database(), openModel, now: () => new Date() });

/** Takes radar runs further as long as this server lives: every few seconds, and when a run of a suite ends. */
export function keepRadar(): Promise<void> {
  if (stopping().aborted) return Promise.resolve();
  if (!globalThis.greenroomRadar) {
    globalThis.greenroomRadar = { underWay: null };
    const told = (error: unknown) => log.warn({ err: error }, "radar runs could not be looked after");
    subscribe("proof", ({ ended }) => {
      if (ended) void keepRadar().catch(told);
    });
  }
  const state = globalThis.greenroomRadar;
  state.underWay ??= advanceRadarRuns(setup()).finally(() => {
    state.underWay = null;
  });
  return state.underWay;
}
