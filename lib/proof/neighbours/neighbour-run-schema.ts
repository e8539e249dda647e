import { z } from "zod";
import { estimateSchema, estimateSuiteRunSchema } from "../schema";

/** What is chosen once for the runs of all neighbours. */
const settings = estimateSuiteRunSchema
  .pick({ agent: true, dialects: true, model: true, repeats: true, capUsd: true, anew: true })
  .required({ agent: true });

export const neighbourRunsSchema = settings;
export type NeighbourRuns = z.input<typeof neighbourRunsSchema>;

const count = z.number().int();

export const startedNeighboursSchema = z.object({
  /** Runs that go on now: of each neighbour beside the draft, and, where there was none to compare with, one before it. */
  started: z.array(z.object({ skill: z.string(), number: count, beside: z.enum(["draft", "published"]) })),
  /** Neighbours that were not run, or not again, with the reason. */
  refused: z.array(z.object({ skill: z.string(), reason: z.string() })),
});
export type StartedNeighbours = z.infer<typeof startedNeighboursSchema>;

export const neighbourEstimateSchema = estimateSchema
  .pick({ trials: true, calls: true, usd: true, minutes: true, scripted: true, asksLive: true })
  .extend({
    /** How many runs there would be, each with the cap. */
    runs: count,
    neighbours: z.array(z.object({ skill: z.string(), cases: count, problems: z.array(z.string()) })),
  });
export type NeighbourEstimate = z.infer<typeof neighbourEstimateSchema>;
