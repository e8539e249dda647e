import { z } from "zod";
import { invalidReasons, judgedArms, judgementOutcomes } from "../proof-options";
import { calibrationSchema, judgeSaidSchema } from "./judge-schema";

const count = z.number().int();

const listFields = { cursor: z.string().max(500).optional() };

export const listJudgementsSchema = z.object({
  ...listFields,
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ListJudgements = z.input<typeof listJudgementsSchema>;

/** One pair of answers, and what a judge said of it. */
export const judgementSchema = z.object({
  id: z.uuid(),
  task: z.string(),
  dialect: z.string(),
  /** What is held against the arm without the skill. */
  arm: z.enum(judgedArms),
  repeat: count,
  /** Its place among the graders of its task; expectations stand behind the last. */
  grader: count,
  criterion: z.string(),
  /** Of the arm with the skill; `skipped`: graders had told the two apart. Null until it has ended. */
  outcome: z.enum(judgementOutcomes).nullable(),
  /** In both orders; null where it was not asked. */
  said: judgeSaidSchema.nullable(),
  invalid: z.object({ reason: z.enum(invalidReasons), message: z.string() }).nullable(),
  /** US dollars; null where a price is not known, or nothing was asked. */
  costUsd: z.number().nullable(),
});

export const judgementListSchema = z.object({
  items: z.array(judgementSchema),
  nextCursor: z.string().nullable(),
});
export type JudgementList = z.infer<typeof judgementListSchema>;

/** What a person says of two answers, by the place in which they are shown. */
export const labelWords = ["first", "second", "tie"] as const;
export type LabelWord = (typeof labelWords)[number];

export const listLabelPairsSchema = z.object({
  ...listFields,
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
export type ListLabelPairs = z.input<typeof listLabelPairsSchema>;

/** Two answers to be compared, blind: neither which had the skill nor what the judge said is told. */
export const labelPairSchema = z.object({
  id: z.uuid(),
  /** What the agent was asked. */
  task: z.string(),
  criterion: z.string(),
  first: z.string(),
  second: z.string(),
  /** One's own; null before. */
  label: z.enum(labelWords).nullable(),
});
export type LabelPair = z.infer<typeof labelPairSchema>;

export const labelPairListSchema = z.object({
  /** Those without a label of one's own first. */
  items: z.array(labelPairSchema),
  nextCursor: z.string().nullable(),
  /** Labels of everybody, on all pairs of this judge. */
  calibration: calibrationSchema,
});
export type LabelPairList = z.infer<typeof labelPairListSchema>;

export const labelPairInputSchema = z.object({ label: z.enum(labelWords) });
export type LabelPairInput = z.input<typeof labelPairInputSchema>;

export const labelledSchema = z.object({
  label: z.enum(labelWords),
  calibration: calibrationSchema,
});
export type Labelled = z.infer<typeof labelledSchema>;
