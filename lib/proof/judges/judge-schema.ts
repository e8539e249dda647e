import { z } from "zod";
import { judgeWords } from "@/lib/verdicts/judged-pair";
import { directions, invalidReasons, judgedArms } from "../proof-options";

const count = z.number().int();

/** The judge of a run, as it was when the run started. */
export const frozenJudgeSchema = z.object({
  /** Of the model connection. */
  id: z.string(),
  name: z.string(),
  /** Which model at which address answers: a connection that is pointed elsewhere ends the run. */
  address: z.string(),
  /** Whether its maker is another than that of the model whose answers it compares, as their names say. */
  isOtherFamily: z.boolean(),
  /** sha256 of all of the prompt that is not of a pair. */
  promptDigest: z.string(),
  /** sha256 of address and prompt: labels of people are about this judge, whatever it is called. */
  key: z.string(),
});
export type FrozenJudge = z.infer<typeof frozenJudgeSchema>;

const orderSchema = z.object({ word: z.enum(judgeWords), reason: z.string() });
/** What a judge said of a pair, with the answer of the arm with the skill shown first, and shown second. */
export const judgeSaidSchema = z.object({ skillFirst: orderSchema, skillSecond: orderSchema });
export type JudgeSaid = z.infer<typeof judgeSaidSchema>;

/** What a judge's pairs came to in one dialect. */
export const judgedFiguresSchema = z.object({
  /** Over the tasks that a judge could decide, graders first: the arm against the one without the skill. */
  arms: z.array(
    z.object({
      arm: z.enum(judgedArms),
      wins: count,
      ties: count,
      losses: count,
      /** Tasks with fewer than half of their repeats valid. */
      invalid: z.array(z.string()),
    }),
  ),
  /** `skipped`: graders had told them apart, so it was not asked; `waiting`: not judged yet, or not any more. */
  pairs: z.object({ judged: count, skipped: count, invalid: count, waiting: count }),
  /** Of the judged pairs: the same word in both orders, or another (a tie); and its words by place, in requests. */
  habits: z.object({ agreed: count, turned: count, first: count, second: count, tie: count }),
  /** Why pairs are invalid, the most frequent first; `message` of one of them. */
  invalid: z.array(z.object({ reason: z.enum(invalidReasons), pairs: count, message: z.string() })),
  /** Why it decides nothing; null where it does. */
  idle: z.object({ reason: z.string(), message: z.string() }).nullable(),
});
export type JudgedFigures = z.infer<typeof judgedFiguresSchema>;

/** How far a judge agrees with people, over all pairs of the workspace that it judged and somebody labelled. */
export const calibrationSchema = z.object({
  /** Labels, each person's of each pair counting once. */
  labels: count,
  pairs: count,
  people: count,
  /** Labels until it counts as calibrated. */
  needed: count,
  isCalibrated: z.boolean(),
  /** Cohen's kappa of judge and people; null where nothing can be said. */
  kappa: z.number().nullable(),
  /** 95 %, by its large-sample error; null with it. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Share of the labels on which both say the same. */
  agreement: z.number().nullable(),
  /** How often people gave each label, and the judge. Kappa hangs on it. */
  baseRates: z.array(z.object({ label: z.enum(directions), person: z.number(), judge: z.number() })),
  /** The share of the label that people gave most often. */
  baseRate: z.number().nullable(),
  /** Kappa of two people over the pairs that both labelled, over all such twos; null without any. */
  betweenPeople: z.object({ pairs: count, agreement: z.number(), kappa: z.number().nullable() }).nullable(),
  /** "judged by Large, kappa 0.61 (34 labels, base rate 58 %)" */
  text: z.string(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/** The judge of a run, and what its word is worth. */
export const runJudgeSchema = frozenJudgeSchema
  .pick({ id: true, name: true, isOtherFamily: true, promptDigest: true })
  .extend({
    /** Pairs of answers; it begins when the last trial has ended. */
    progress: z.object({ total: count, queued: count, running: count, done: count, invalid: count }),
    /** Requests, and answers that were kept from before. */
    calls: z.object({ asked: count, kept: count }),
    calibration: calibrationSchema,
  });
export type RunJudge = z.infer<typeof runJudgeSchema>;

export const usualJudgeSchema = z.object({
  /** Null: one of another family than the model that answers, if there is one. */
  model: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type UsualJudge = z.infer<typeof usualJudgeSchema>;

export const setUsualJudgeSchema = z.object({
  /** The id of a model connection. */
  model: z.uuid().nullable(),
});
export type SetUsualJudge = z.input<typeof setUsualJudgeSchema>;
