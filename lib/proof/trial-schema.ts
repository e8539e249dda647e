import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { eventSchema } from "@/lib/runtime/events";
import { triedCaseSchema } from "./case-schema";
import { activators, invalidReasons, trialOutcomes, trialStates } from "./proof-options";

const count = z.number().int();

/** The run whose answers were given again. */
export const keptFromSchema = z.object({ skill: z.string(), number: count });

const invalidSchema = z.object({
  reason: z.enum(invalidReasons),
  /** In words, the provider's own where it said any. */
  message: z.string(),
});

const shortTrial = {
  id: z.uuid(),
  /** From 1. */
  repeat: count,
  state: z.enum(trialStates),
  /** Null until it has ended. */
  outcome: z.enum(trialOutcomes).nullable(),
  invalid: invalidSchema.nullable(),
  /** All skills that were activated, each once, in order. */
  activated: z.array(z.string()),
  /** The run that answers were kept from: all where no call was asked, else some. Null where none was, and before the end. */
  keptFrom: keptFromSchema.nullable(),
};

export const trialSchema = z.object({
  ...shortTrial,
  dialect: z.string(),
  /** The id of its case. */
  case: z.string(),
  /** The skill that was activated instead of what was expected, or though nothing was. */
  by: z.string().nullable(),
  /** How the first one was activated; null where none was. */
  activatedBy: z.enum(activators).nullable(),
  calls: z.object({ asked: count, kept: count }),
  /** Of what was asked. */
  tokens: z.object({ input: count, output: count, cached: count }),
  /** US dollars; null where a price is not known. */
  costUsd: z.number().nullable(),
  durationMs: count.nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type Trial = z.infer<typeof trialSchema>;

/** One trial with its recorded session. */
export const trialDetailSchema = trialSchema.extend({ tried: triedCaseSchema, events: z.array(eventSchema) });
export type TrialDetail = z.infer<typeof trialDetailSchema>;

export const listTrialsSchema = z.object({
  dialect: storableText.max(60).optional(),
  /** The id of a case. */
  case: storableText.max(60).optional(),
  outcome: z.enum(trialOutcomes).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ListTrials = z.input<typeof listTrialsSchema>;

export const trialListSchema = z.object({ items: z.array(trialSchema), nextCursor: z.string().nullable() });
export type TrialList = z.infer<typeof trialListSchema>;

/** A case with what became of it in each dialect. */
export const caseResultSchema = triedCaseSchema.extend({
  hosts: z.array(
    z.object({
      dialect: z.string(),
      /** What most of its trials came to; null while none of them has ended. */
      outcome: z.enum(trialOutcomes).nullable(),
      /** The skill that was activated instead, most often. */
      by: z.string().nullable(),
      /** Of the trials that count, those that were right: k of n. */
      right: count,
      counted: count,
      alsoActivated: z.array(z.string()),
      trials: z.array(z.object(shortTrial)),
    }),
  ),
});
export type CaseResult = z.infer<typeof caseResultSchema>;

export const listCasesSchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
});
export type ListCases = z.input<typeof listCasesSchema>;

export const caseListSchema = z.object({
  items: z.array(caseResultSchema),
  nextCursor: z.string().nullable(),
});
export type CaseList = z.infer<typeof caseListSchema>;
