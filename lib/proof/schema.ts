import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { selfCheckOfRunSchema, selfCheckSchema } from "./checks/check-schema";
import { runJudgeSchema } from "./judges/judge-schema";
import { askedBesideSchema, besideSchema } from "./plans/beside-schema";
import {
  skillChanges,
  suiteKinds,
  suiteLimits,
  suiteRunStates,
  triedSources,
  usualRepeats,
} from "./proof-options";
import { effectFiguresSchema, effectPowerSchema } from "./reports/effect-schema";
import { figuresSchema, proportionSchema } from "./reports/figures-schema";
import { triedArmSchema } from "./suites/task-schema";
import { keptFromSchema } from "./trials/trial-schema";

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
  /** Of an effect run: whether the last published version is tried beside it. */
  approved: z.boolean().optional(),
  /** Of an effect run: paths of files of the skill, each of which is left out once. */
  leaveOut: z
    .array(storableText.min(1).max(500))
    .max(suiteLimits.leftOut)
    .refine((paths) => new Set(paths).size === paths.length, "A file appears twice.")
    .optional(),
  /**
   * Of an effect run: the model connection, by id or name, that compares answers where graders cannot; null for none. When
   * absent the workspace's, else one of another family than the model, where some task asks for a judge.
   */
  judge: storableText.min(1).max(100).nullable().optional(),
  /** Of a trigger suite: other bytes of a sibling, to see what they do to this skill. Such a run is none of its own figures. */
  beside: askedBesideSchema.optional(),
  /** Whether everything is asked again, also what was answered to the very same request before; of a repeat it always is. */
  anew: z.boolean().optional(),
  /** The number of a run to repeat on the same bytes and with its settings (A/A): nothing kept is used, only the cap may differ. */
  repeatOf: rowNumber.optional(),
};

export const estimateSuiteRunSchema = z.object({
  ...settingFields,
  /** The number of a run that it is to be compared with: where that does not fit, it is among the problems. */
  against: rowNumber.optional(),
});
export type EstimateSuiteRun = z.input<typeof estimateSuiteRunSchema>;

export const startSuiteRunSchema = z.object({
  ...settingFields,
  /** Whether a live run is judged though its self-check found something wrong: else it has no verdict but “invalid”. */
  acknowledgeFaults: z.boolean().optional(),
  /** The bytes that are meant: CONFLICT where others are tried by then. */
  digest: storableText.max(100).optional(),
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
  approved: asked.approved ?? false,
  anew: asked.anew ?? false,
  leaveOut: asked.leaveOut ?? [],
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
  /** Or tasks. */
  cases: count,
  trials: count,
  /** Requests to the model: each trial needs one, and seldom more than two. */
  calls: z.object({ low: count, high: count }),
  /** Of all calls at most, as counted here. */
  tokens: z.object({ input: count, output: count }),
  /** US dollars; null where a price is not known. What is kept from before costs nothing, and is left out in `kept` alone. */
  usd: range.nullable(),
  minutes: range,
  /** Rehearsal answers, or chooses what a live model is offered: no verdict. */
  scripted: z.boolean(),
  /** Whether a live model is asked, as model, router or judge: it has a price, also where there is no verdict. */
  asksLive: z.boolean(),
  /** Null where no agent has the skill and none was named. */
  agent: z.object({ slug: z.string(), name: z.string() }).nullable(),
  model: modelSchema.nullable(),
  dialects: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Hosts that send less of the skill's description than it has, in characters. */
  cutIn: z.array(z.object({ dialect: z.string(), sent: count, of: count })),
  /** Who compares answers, and its share of the above: `low` where graders tell as much apart as they can. Null for none. */
  judge: z
    .object({
      id: z.string(),
      name: z.string(),
      isOtherFamily: z.boolean(),
      calls: z.object({ low: count, high: count }),
      usd: range.nullable(),
    })
    .nullable(),
  /** In words: why no judge is asked though tasks ask for one, or what is to be known of it. */
  judgeNote: z.string().nullable(),
  /** Trials of each arm of an effect run; none for a trigger suite. */
  arms: z.array(triedArmSchema.extend({ trials: count })),
  /** Whether an effect run of so many tasks can decide anything; null for a trigger suite. */
  power: effectPowerSchema.nullable(),
  /**
   * What answers that are kept from before save, at least: of `looked` trials, those whose first request was answered
   * before, to the byte; `calls` and `usd` are of the rest. Null for a repeat, which asks anew, and without a live model.
   */
  kept: z.object({ trials: count, looked: count, calls: range, usd: range.nullable() }).nullable(),
  /** The self-check of exactly these bytes, this catalogue and these cases; null where none was made. */
  selfCheck: selfCheckSchema.nullable(),
  /**
   * The number of the newest run that asked exactly this (bytes, cases, hosts, arms, repeats, catalogue, models, judge) and came to its
   * end; null where there is none, where no live model answers, and of a repeat.
   */
  sameAs: count.nullable(),
  /** In words: why it cannot start, or cannot be compared with what it is to be compared with. */
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
  /** sha256 of the cases, or tasks, that are tried: with others figures are of something else. */
  suiteDigest: z.string(),
  /** The sibling whose other bytes are beside them; null for a run of the agent's own catalogue. */
  beside: besideSchema.nullable(),
  /** How many runs of these bytes there are, beside the same ones, this one included. */
  runsOfDigest: count,
  /** As it was when the run started. */
  agent: z.object({ slug: z.string(), name: z.string(), revision: count }),
  /** `asks`: which model its connection asked then, in words; null for one that is no connection's, or a deleted run. */
  model: modelSchema.extend({ asks: z.string().nullable() }),
  /** Rehearsal answered, or chose what a live model was offered: no verdict. */
  scripted: z.boolean(),
  /** Whether a live model is asked, as model, router or judge: it has a price, also where there is no verdict. */
  asksLive: z.boolean(),
  dialects: z.array(z.object({ id: z.string(), name: z.string(), mode: z.enum(catalogueModes) })),
  /** Or tasks, of an effect run. */
  cases: count,
  /** Of an effect run: its arms in their order; none for a trigger suite. */
  arms: z.array(triedArmSchema),
  /** Of an effect run: the published version that was tried beside; null where none was. */
  approvedVersion: count.nullable(),
  /** Cases that ask for the skill, and the others; of an effect run both are 0. */
  shouldFind: count,
  shouldNot: count,
  repeats: count,
  wholeMatrix: z.boolean(),
  capUsd: dollars.nullable(),
  /** The number of the run that it repeats. */
  repeatOf: count.nullable(),
  /** Who compares answers of an effect run, and how far people agree with it; null where nobody does. */
  judge: runJudgeSchema.nullable(),
  /** In trials; `done` without the invalid ones. */
  progress: z.object({ total: count, queued: count, running: count, done: count, invalid: count }),
  /** Requests that went to the model, and answers that were kept from before; those of a judge are its own. */
  calls: z.object({ asked: count, kept: count }),
  /** Runs that kept answers came from. */
  keptFrom: z.array(keptFromSchema),
  /** Of what was asked. */
  tokens: z.object({ input: count, output: count, cached: count }),
  /** US dollars so far; null where a price is not known. */
  costUsd: dollars.nullable(),
  /** Of each dialect, once it has ended. */
  scores: z.array(z.object({ dialect: z.string(), recall: proportionSchema, precision: proportionSchema })),
  /** The same of an effect run. */
  effects: z.array(
    effectFiguresSchema.pick({ dialect: true, overall: true, counts: true, p: true, netWin: true }).extend({
      verdict: effectFiguresSchema.shape.verdict.shape.word,
    }),
  ),
  startedBy: personSchema,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type SuiteRun = z.infer<typeof suiteRunSchema>;

/** One run with what it offered and what it came to. */
export const suiteRunDetailSchema = suiteRunSchema.extend({
  /** What the agent offered, in catalogue order; the digest names the bytes. */
  offered: z.array(
    z.object({
      skill: z.string(),
      version: count.nullable(),
      revision: count.nullable(),
      digest: z.string(),
    }),
  ),
  /** What was found before it began; null of tasks, of scripted models, and of runs from before there were such checks. */
  selfCheck: selfCheckOfRunSchema.nullable(),
  /** Folders of the skill of which no file was there for the model, in any arm; none for a trigger suite. */
  withheld: z.array(z.string()),
  /** What the model called itself in its answers; more than one name is more than one model. */
  answeredAs: z.array(z.string()),
  /** What of the offered moved on since; the run keeps to the bytes that it began with. */
  changes: z.array(z.object({ skill: z.string(), change: z.enum(skillChanges) })),
  /** Of each dialect; over what is done so far while it goes on. None for an effect run. */
  figures: z.array(figuresSchema),
  /** The same for an effect run; none for a trigger suite. */
  effectFigures: z.array(effectFiguresSchema),
  /**
   * Against the run that it repeats: cases, per dialect, whose outcome changed (of tasks: found against without); null
   * where it repeats none.
   */
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
  /** Of both where it is not said. */
  suite: z.enum(suiteKinds).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListSuiteRuns = z.input<typeof listSuiteRunsSchema>;

export const suiteRunListSchema = z.object({
  items: z.array(suiteRunSchema),
  nextCursor: z.string().nullable(),
});
export type SuiteRunList = z.infer<typeof suiteRunListSchema>;
