import { z } from "zod";
import { invalidReasons, verdictWords } from "../proof-options";

const count = z.number().int();

/** `count` of `of` cases, their share from 0 to 1, and the 95 % Wilson interval around it; null where there are none. */
export const proportionSchema = z
  .object({ count, of: count, share: z.number(), low: z.number(), high: z.number() })
  .nullable();

/** What a suite came to in one dialect: shares are over cases, never over trials. Invalid trials are in none of them. */
export const figuresSchema = z.object({
  dialect: z.string(),
  /** Cases of which at least half of the trials that ended count. */
  measured: count,
  recall: proportionSchema,
  precision: proportionSchema,
  accuracy: proportionSchema,
  f1: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Cases by what most of their trials came to; `invalid`: fewer than half of them count. */
  outcomes: z.object({ right: count, missed: count, stolen: count, fired: count, invalid: count }),
  /** Trials that count in no figure. `message`: of one of them, the provider's own words where it said any. */
  invalid: z.array(z.object({ reason: z.enum(invalidReasons), trials: count, message: z.string() })),
  /**
   * Skills should have been activated and none at all was: rather a broken measurement than a bad description. Said at
   * the end alone, as is what is no verdict.
   */
  nothingFired: z.boolean(),
  verdict: z.object({ word: z.enum(verdictWords) }),
  /** In trials. Rows and columns are `names`; null: no skill expected, none activated. */
  confusion: z.object({
    names: z.array(z.string()),
    cells: z.array(
      z.object({
        expected: z.string().nullable(),
        /** Of cases that ask for anything but this skill: `expected` is null, and only this skill is wrong. */
        notThis: z.boolean().optional(),
        /** Activated first. */
        activated: z.string().nullable(),
        trials: count,
        /** Trials in which it was activated besides what was first. */
        also: count,
        /** The ids of the cases in this cell. */
        cases: z.array(z.string()),
      }),
    ),
  }),
});
export type Figures = z.infer<typeof figuresSchema>;
