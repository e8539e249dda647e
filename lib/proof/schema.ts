import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { catalogueModes } from "@/lib/runtime/event-parts";
import { figuresSchema, proportionSchema } from "./figures-schema";
import {
  skillChanges,
  suiteKinds,
  suiteLimits,
  suiteRunStates,
  triedSources,
  usualRepeats,
} from "./proof-options";
import { keptFromSchema } from "./trial-schema";

const sourceSchema = z
  .object({ follows: z.enum(triedSources), version: rowNumber.optional() })
  .refine(
    ({ follows, version }) => follows !== "version" || version !== undefined,
    "Say which version it is.",
  );

const settingFields = {
  suite: z.enum(suiteKinds).optional(),
  /** The agent's slug; the first that has the skill when absent. */
  agent: storableText.min(1).max(200).optional(),
  /** The draft when absent. */
  source: sourceSchema.optional(),
  /** The agent's own when absent. */
  dialects: z
    .array(storableText.min(1).max(60))
    .min(1, "Choose at least one dialect.")
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length, "A dialect appears twice.")
    .optional(),
  /** "rehearsal" or the id of a model connection; the agent's own when absent. */
  model: storableText.min(1).max(100).optional(),
  /** How often each case is tried; 3 times when absent. */
  repeats: z.number().int().min(1).max(suiteLimits.repeats).optional(),
  /** Whether a trial goes on after what decides it, to see all that is activated. */
  wholeMatrix: z.boolean().optional(),
  /** US dollars that it may spend; null for no limit of its own. Absent: null, or that of the run that is repeated. */
  capUsd: z.number().min(suiteLimits.leastCap).max(suiteLimits.cap).nullable().optional(),
  /** The number of a run to repeat on the same bytes and with its settings (A/A): nothing kept is used, only the cap may differ. */
  repeatOf: rowNumber.optional(),
};

export const estimateSuiteRunSchema = z.object(settingFields);
export type EstimateSuiteRun = z.input<typeof estimateSuiteRunSchema>;

export const startSuiteRunSchema = z.object({
  ...settingFields,
  /** A repeated start with the same key answers with the first run. */
  requestKey: storableText.min(1).max(100).optional(),
});
export type StartSuiteRun = z.input<typeof startSuiteRunSchema>;

const draft: z.output<typeof sourceSchema> = { follows: "draft" };

/** What a request asks for, with what is usual where it says nothing. */
export const settle = (asked: z.output<typeof estimateSuiteRunSchema>) => ({
  ...asked,
  suite: asked.suite ?? "trigger",
  source: asked.source ?? draft,
  repeats: asked.repeats ?? usualRepeats,
  wholeMatrix: asked.wholeMatrix ?? false,
  capUsd: asked.capUsd ?? null,
});
export type SuiteRunSettings = ReturnType<typeof settle>;

const count = z.number().int();
const dollars = z.number();
const range = z.object({ low: z.number(), high: z.number() });
const modelSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["rules", "recording", "live"]),
});

/** What a run would be, before it costs anything. */
export const estimateSchema = z.object({
  cases: count,
  trials: count,
  /** Requests to the model: each trial needs one, and seldom more than two. */
  calls: z.object({ low: count, high: count }),
  /** Of all calls at most, as counted here. */
  tokens: z.object({ input: count, output: count }),
  /** US dollars; null where a price is not known. What is kept from before costs nothing, and is not left out here. */
  usd: range.nullable(),
  minutes: range,
  /** Rehearsal answers: no verdict. */
  scripted: z.boolean(),
  /** Null where no agent has the skill and none was named. */
  agent: z.object({ slug: z.string(), name: z.string() }).nullable(),
  model: modelSchema.nullable(),
  dialects: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Hosts that send less of the skill's description than it has, in characters. */
  cutIn: z.array(z.object({ dialect: z.string(), sent: count, of: count })),
  /** In words: why it cannot start. */
  problems: z.array(z.string()),
});
export type Estimate = z.infer<typeof estimateSchema>;

export const suiteRunSchema = z.object({
  id: z.uuid(),
  /** Of its skill, from 1. */
  number: count,
  skill: z.string(),
  suite: z.enum(suiteKinds),
  state: z.enum(suiteRunStates),
  /** In words: why it was stopped or failed; null where it was not. */
  failure: z.string().nullable(),
  source: z.object({
    follows: z.enum(triedSources),
    version: count.nullable(),
    /** Of the draft. */
    revision: count.nullable(),
  }),
  /** Of the bytes that are tried. */
  digest: z.string(),
  /** How many runs of these bytes there are, this one included. */
  runsOfDigest: count,
  /** As it was when the run started. */
  agent: z.object({ slug: z.string(), name: z.string(), revision: count }),
  model: modelSchema,
  /** No model answered: no verdict. */
  scripted: z.boolean(),
  dialects: z.array(z.object({ id: z.string(), name: z.string(), mode: z.enum(catalogueModes) })),
  cases: count,
  /** Cases that ask for the skill, and the others. */
  shouldFind: count,
  shouldNot: count,
  repeats: count,
  wholeMatrix: z.boolean(),
  capUsd: dollars.nullable(),
  /** The number of the run that it repeats. */
  repeatOf: count.nullable(),
  /** In trials; `done` without the invalid ones. */
  progress: z.object({ total: count, queued: count, running: count, done: count, invalid: count }),
  /** Requests that went to the model, and answers that were kept from before. */
  calls: z.object({ asked: count, kept: count }),
  /** Runs that kept answers came from. */
  keptFrom: z.array(keptFromSchema),
  /** Of what was asked. */
  tokens: z.object({ input: count, output: count, cached: count }),
  /** US dollars so far; null where a price is not known. */
  costUsd: dollars.nullable(),
  /** Of each dialect, once it has ended. */
  scores: z.array(z.object({ dialect: z.string(), recall: proportionSchema, precision: proportionSchema })),
  startedBy: personSchema,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type SuiteRun = z.infer<typeof suiteRunSchema>;

/** One run with what it offered and what it came to. */
export const suiteRunDetailSchema = suiteRunSchema.extend({
  /** sha256 of the cases that were tried. */
  suiteDigest: z.string(),
  /** What the agent offered, in catalogue order; the digest names the bytes. */
  offered: z.array(
    z.object({
      skill: z.string(),
      version: count.nullable(),
      revision: count.nullable(),
      digest: z.string(),
    }),
  ),
  /** What the model called itself in its answers; more than one name is more than one model. */
  answeredAs: z.array(z.string()),
  /** What of the offered moved on since; the run keeps to the bytes that it began with. */
  changes: z.array(z.object({ skill: z.string(), change: z.enum(skillChanges) })),
  /** Of each dialect; over what is done so far while it goes on. */
  figures: z.array(figuresSchema),
  /** Against the run that it repeats: cases, per dialect, whose outcome changed; null where it repeats none. */
  aa: z
    .object({
      of: count,
      compared: count,
      flipped: count,
      /** The share that flipped. */
      share: proportionSchema,
      cases: z.array(z.object({ dialect: z.string(), case: z.string() })),
    })
    .nullable(),
});
export type SuiteRunDetail = z.infer<typeof suiteRunDetailSchema>;

export const listSuiteRunsSchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListSuiteRuns = z.input<typeof listSuiteRunsSchema>;

export const suiteRunListSchema = z.object({
  items: z.array(suiteRunSchema),
  nextCursor: z.string().nullable(),
});
export type SuiteRunList = z.infer<typeof suiteRunListSchema>;
