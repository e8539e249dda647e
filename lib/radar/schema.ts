import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { storableText } from "@/lib/kernel/storable-text";
import { suiteKinds, suiteLimits } from "@/lib/proof/proof-options";
import { armEffectsSchema, effectFiguresSchema } from "@/lib/proof/reports/effect-schema";
import { proportionSchema } from "@/lib/proof/reports/figures-schema";
import { estimateSchema } from "@/lib/proof/schema";
import { radarWords } from "@/lib/verdicts/judge-radar";
import { radarLimits, radarRoles, radarStates, radarStepStates } from "./radar-options";

const settingFields = {
  /** The id or the name of the new model's connection. */
  model: storableText.min(1).max(100),
  /** The earlier model; absent: whatever was measured last on the same bytes with another one. */
  against: storableText.min(1).max(100).optional(),
  /** An agent's slug: its skills, with its catalogue. Absent: all of the workspace, each with the first agent that has it. */
  agent: storableText.min(1).max(200).optional(),
  /** Names of skills; absent: all that have tasks or a trigger suite. */
  skills: z
    .array(storableText.min(1).max(200))
    .min(1, "Choose at least one skill.")
    .max(radarLimits.skills)
    .refine((names) => new Set(names).size === names.length, "A skill appears twice.")
    .optional(),
  /** How often each case and task is tried; 3 times when absent. */
  repeats: z.number().int().min(1).max(suiteLimits.repeats).optional(),
  /** US dollars over all of it; null or absent for no limit. */
  capUsd: z.number().min(suiteLimits.leastCap).max(suiteLimits.cap).nullable().optional(),
};

export const estimateRadarSchema = z.object(settingFields);
export type EstimateRadar = z.input<typeof estimateRadarSchema>;

export const startRadarSchema = z.object({
  ...settingFields,
  /** A repeated start with the same key answers with the first run. */
  requestKey: storableText.min(1).max(100).optional(),
});
export type StartRadar = z.input<typeof startRadarSchema>;

const count = z.number().int();
const modelSchema = z.object({ id: z.string(), name: z.string() });
const suite = z.enum(suiteKinds).nullable();

/** What a radar run would be, before it costs anything. */
export const radarEstimateSchema = z.object({
  model: modelSchema,
  /** Runs of suites in the order in which they would be started: the cheapest first, those of the earlier model last. */
  steps: z.array(
    z.object({
      skill: z.string(),
      suite,
      role: z.enum(radarRoles),
      calls: estimateSchema.shape.calls,
      usd: estimateSchema.shape.usd,
      /** Whether an earlier run on these bytes is on record to hold it against. */
      hasEarlier: z.boolean(),
      /** In words: why it is left out; null where it is not. */
      problem: z.string().nullable(),
    }),
  ),
  skills: count,
  calls: estimateSchema.shape.calls,
  tokens: estimateSchema.shape.tokens,
  /** US dollars; null where a price is not known. Answers that are kept cost nothing, and are not taken off. */
  usd: estimateSchema.shape.usd,
  minutes: estimateSchema.shape.minutes,
  /** In words: why it cannot start. */
  problems: z.array(z.string()),
});
export type RadarEstimate = z.infer<typeof radarEstimateSchema>;

/** A run of a suite that a figure is of. */
const runRefSchema = z.object({
  skill: z.string(),
  number: count,
  model: z.string(),
  /** Of the agent's; another one than the run beside it means that the agent was changed since. */
  agentRevision: count,
  at: z.iso.datetime(),
});
export type RadarRunRef = z.infer<typeof runRefSchema>;

/** Tasks of one model: those that mostly pass with the skill found and without it, of the measured ones. */
const tasksSideSchema = z.object({
  run: runRefSchema,
  found: proportionSchema,
  without: proportionSchema,
  overall: armEffectsSchema.nullable(),
  counts: effectFiguresSchema.shape.counts,
});
const casesSideSchema = z.object({
  run: runRefSchema,
  recall: proportionSchema,
  precision: proportionSchema,
});

const partOf = <T extends z.ZodType>(side: T) =>
  z
    .object({
      word: z.enum(radarWords),
      /** Why, in words. */
      text: z.string(),
      /** With the new model, and with the earlier one; null where that was not measured. */
      now: side.nullable(),
      before: side.nullable(),
    })
    .nullable();

export const radarSkillSchema = z.object({
  skill: z.string(),
  /** The heavier of what tasks and messages say. */
  word: z.enum(radarWords),
  /** Null of a skill without tasks. */
  tasks: partOf(tasksSideSchema),
  /** Null of a skill without a trigger suite. */
  finding: partOf(casesSideSchema),
  /** How many tasks more may decide, towards which word. */
  more: z.object({ tasks: count, towards: z.enum(["needed", "unnecessary"]) }).nullable(),
  /** Why nothing was measured, in words; null where something was. */
  notMeasured: z.string().nullable(),
  /** The version that was tried; null for the draft. */
  version: count.nullable(),
  agent: z.string().nullable(),
  /**
   * What the skill takes of the window, counted here, so an estimate: `catalogue` in every request, `activation` in each
   * conversation that loads it. Null where no task was tried.
   */
  tokens: z.object({ catalogue: count, activation: count.nullable() }).nullable(),
});
export type RadarSkill = z.infer<typeof radarSkillSchema>;

export const radarRunSchema = z.object({
  id: z.uuid(),
  /** Of its workspace, from 1. */
  number: count,
  state: z.enum(radarStates),
  failure: z.string().nullable(),
  model: modelSchema,
  /** Null: whatever was measured last with another model. */
  against: modelSchema.nullable(),
  agent: z.object({ slug: z.string(), name: z.string() }).nullable(),
  repeats: count,
  capUsd: z.number().nullable(),
  /** US dollars of the runs that it started, so far. */
  spentUsd: z.number(),
  /** Runs of suites, by what became of them. */
  progress: z.object({
    total: count,
    done: count,
    running: count,
    waiting: count,
    skipped: count,
    notReached: count,
  }),
  startedBy: personSchema,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type RadarRun = z.infer<typeof radarRunSchema>;

export const radarRunDetailSchema = radarRunSchema.extend({
  /** Those that call for something first; over what is done so far while it goes on. */
  skills: z.array(radarSkillSchema),
  steps: z.array(
    z.object({
      skill: z.string(),
      suite,
      role: z.enum(radarRoles),
      state: z.enum(radarStepStates),
      reason: z.string().nullable(),
      /** The number of the run of the skill that it started. */
      run: count.nullable(),
    }),
  ),
  /** Tokens of all unnecessary skills together, each measured by itself: an estimate. */
  winBack: z.object({ skills: count, catalogue: count, activation: count }),
});
export type RadarRunDetail = z.infer<typeof radarRunDetailSchema>;

export const listRadarSchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListRadar = z.input<typeof listRadarSchema>;

export const radarRunListSchema = z.object({
  items: z.array(radarRunSchema),
  nextCursor: z.string().nullable(),
});

/** What may be tried. */
export const radarSkillListSchema = z.object({
  items: z.array(z.object({ skill: z.string(), suites: z.array(z.enum(suiteKinds)) })),
});
