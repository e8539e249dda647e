import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { eventSchema } from "@/lib/runtime/events";
import {
  activators,
  effectOutcomes,
  invalidReasons,
  trialArms,
  trialOutcomes,
  trialStates,
  triggerOutcomes,
} from "../proof-options";
import { triedCaseSchema } from "../suites/case-schema";
import { trialGradeSchema, triedArmSchema, triedTaskSchema } from "../suites/task-schema";

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
  invalid: invalidSchema.nullable(),
  /** All skills that were activated, each once, in order. */
  activated: z.array(z.string()),
  /** The run that answers were kept from: all where no call was asked, else some. Null where none was, and before the end. */
  keptFrom: keptFromSchema.nullable(),
};

export const trialSchema = z.object({
  ...shortTrial,
  /** Null until it has ended. */
  outcome: z.enum(trialOutcomes).nullable(),
  dialect: z.string(),
  arm: z.enum(trialArms),
  /** The path of the file that is missing in arm `left-out`; else null. */
  leftOut: z.string().nullable(),
  /** What each grader of its task said; none for a trigger suite, and before the end. */
  grades: z.array(trialGradeSchema),
  /** The id of its case or task. */
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
export const trialDetailSchema = trialSchema.extend({
  /** Null in an effect run. */
  tried: triedCaseSchema.nullable(),
  /** Null in a run of a trigger suite. */
  task: triedTaskSchema.nullable(),
  events: z.array(eventSchema),
});
export type TrialDetail = z.infer<typeof trialDetailSchema>;

export const listTrialsSchema = z.object({
  dialect: storableText.max(60).optional(),
  /** The id of a case or task. */
  case: storableText.max(60).optional(),
  arm: z.enum(trialArms).optional(),
  leftOut: storableText.max(500).optional(),
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
      outcome: z.enum(triggerOutcomes).nullable(),
      /** The skill that was activated instead, most often. */
      by: z.string().nullable(),
      /** Of the trials that count, those that were right: k of n. */
      right: count,
      counted: count,
      alsoActivated: z.array(z.string()),
      trials: z.array(
        z.object({
          ...shortTrial,
          /** Null until it has ended. */
          outcome: z.enum(triggerOutcomes).nullable(),
        }),
      ),
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

/** A task with what became of it in each dialect and arm. */
export const taskResultSchema = triedTaskSchema.extend({
  hosts: z.array(
    z.object({
      dialect: z.string(),
      /** In the order of the run's arms. */
      arms: z.array(
        triedArmSchema.extend({
          /** Of the trials that count, those that passed: k of n. */
          passed: count,
          counted: count,
          trials: z.array(
            z.object({
              ...shortTrial,
              /** Null until it has ended. */
              outcome: z.enum(effectOutcomes).nullable(),
              grades: z.array(trialGradeSchema),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type TaskResult = z.infer<typeof taskResultSchema>;

export const taskListSchema = z.object({
  items: z.array(taskResultSchema),
  nextCursor: z.string().nullable(),
});
export type TaskList = z.infer<typeof taskListSchema>;
