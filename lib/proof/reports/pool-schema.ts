import { z } from "zod";
import {
  directions,
  effectVerdictWords,
  poolRefusals,
  suiteRunStates,
  triggerOutcomes,
  verdictWords,
} from "../proof-options";
import { effectFiguresSchema } from "./effect-schema";
import { figuresSchema } from "./figures-schema";

const count = z.number().int();
const outcome = z.enum([...triggerOutcomes, ...directions]).nullable();

/** All ended runs of the same bytes with the same agent, model and catalogue, as if they were one. */
export const runPoolSchema = z.object({
  /** The run that was asked for; what it came to by itself stands in its detail. */
  number: count,
  /** The first that was begun, which nobody chose for what it came to; null where none has ended. */
  first: count.nullable(),
  /** In the order in which they were begun. */
  runs: z.array(
    z.object({
      number: count,
      state: z.enum(suiteRunStates),
      /** The number of the run that it repeats (A/A). */
      repeatOf: count.nullable(),
      createdAt: z.iso.datetime(),
      /** Trials that count here. */
      trials: count,
      /** Trials that are answers which count already: kept from a run that is pooled too. */
      copies: count,
      /** What it came to by itself, of each of its dialects. `right`: cases that were, or tasks that were won. */
      hosts: z.array(
        z.object({
          dialect: z.string(),
          right: count,
          measured: count,
          word: z.enum([...verdictWords, ...effectVerdictWords]),
        }),
      ),
    }),
  ),
  /** Runs of these bytes, of the same suite, that are not pooled. */
  leftOut: z.array(z.object({ number: count, reason: z.enum(poolRefusals), message: z.string() })),
  /** Of a trigger suite: over all trials, the majority of a case's. `cases`: k of n. */
  figures: z.array(
    figuresSchema.extend({
      cases: z.array(
        z.object({
          id: z.string(),
          outcome: z.enum(triggerOutcomes).nullable(),
          right: count,
          counted: count,
          invalid: count,
        }),
      ),
    }),
  ),
  /** Of tasks, in the arms without, found and given. */
  effectFigures: z.array(effectFiguresSchema),
  /** Cases, or tasks (found against without), that the run asked for came to otherwise than all runs together. */
  otherwise: z.array(z.object({ dialect: z.string(), case: z.string(), here: outcome, pooled: outcome })),
});
export type RunPool = z.infer<typeof runPoolSchema>;
