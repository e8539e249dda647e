import type { ExecutionLimits } from "./ports";

export const executionLimits: ExecutionLimits = {
  wallMs: 20_000,
  cpuSeconds: 15,
  memoryMiB: 640,
  outputBytes: 64 * 1024,
  fileBytes: 64 * 1024 * 1024,
  madeFiles: 20,
  madeBytes: 1024 * 1024,
  observed: 100,
};

/** What may be given: a package and what belongs to it. */
export const mostGivenBytes = 32 * 1024 * 1024;

/** At once on one server, and how many more may wait for how long. */
export const executionSlots = { each: 2, all: 2, waiting: 100, waitMs: 60_000 };
