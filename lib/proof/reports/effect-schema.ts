import { z } from "zod";
import { judgedFiguresSchema } from "../judges/judge-schema";
import { countsOutcomes, directions, effectVerdictWords, invalidReasons, trialArms } from "../proof-options";
import { triedArmSchema } from "../suites/task-schema";

const count = z.number().int();
/** From 0 to 1. */
const share = z.number();
const ids = z.array(z.string());

/** Differences of pass rates, from -1 to 1: `worth` (given less without) and `finding` (found less given) add up to `total`. */
export const armEffectsSchema = z.object({ worth: z.number(), finding: z.number(), total: z.number() });

/** k of n: trials that passed, of those that count; `invalid` ones are in no figure. */
const armCountsSchema = triedArmSchema.extend({ passed: count, valid: count, invalid: count });

/** A part of the effect over tasks: how many pass more often and less often by it, and the exact one-sided p of the more frequent side. */
const partSchema = z.object({ up: count, down: count, p: z.number() });

/** In words, with the tasks that it is about. */
const reasonSchema = z.object({ reason: z.string(), text: z.string(), tasks: ids });

/** One task of the run in one dialect. */
export const taskFiguresSchema = z.object({
  id: z.string(),
  /** In the order of the run's arms. */
  arms: z.array(armCountsSchema),
  /** Found against without, by the majority of its repeats; null where fewer than half of them count. */
  direction: z.enum(directions).nullable(),
  /** Null without a valid trial in some of the three arms. */
  effects: armEffectsSchema.nullable(),
});

/**
 * What an effect run came to in one dialect. The unit is the task; repeats of one are no independent evidence. Invalid
 * trials are in no figure.
 */
export const effectFiguresSchema = z.object({
  dialect: z.string(),
  tasks: z.array(taskFiguresSchema),
  /** Over all tasks, in trials. */
  arms: z.array(armCountsSchema),
  /** Mean over the measured tasks, each counting once; the two parts add up to the total. */
  overall: armEffectsSchema.nullable(),
  parts: z.object({ worth: partSchema, finding: partSchema, total: partSchema }),
  /** Tasks without a valid trial in some of the three arms: in no figure above. */
  unmeasured: ids,
  /** Found against without: measured tasks by direction. This comparison alone decides the verdict. */
  counts: z.object({ wins: count, ties: count, losses: count }),
  /** Exact sign test over the tasks that are no tie. */
  p: z.object({ greater: z.number(), less: z.number(), twoSided: z.number() }),
  /** Wins less losses, as a share of the measured tasks; null without any. */
  netWin: z.number().nullable(),
  /**
   * `scripted`: no model answered, so there is none; `pending`: it still goes on. `reasons` are all of them, the heaviest
   * first.
   */
  verdict: z.object({ word: z.enum(effectVerdictWords), reasons: z.array(reasonSchema) }),
  /** How likely a repeat says the same: of these tasks, and of others of the kind. Null where nothing can be said. */
  agreement: z.object({ sameTasks: share.nullable(), otherTasks: share }).nullable(),
  /** How likely as many tasks that fall like these would be called so; `more` tasks for 80 % of Improved, null: no number would do. */
  power: z
    .object({
      chances: z.record(z.enum(countsOutcomes), share),
      needed: count.nullable(),
      more: count.nullable(),
    })
    .nullable(),
  golden: z.object({ passed: ids, failed: ids, unmeasured: ids }),
  /** Every grader of every task, with what it said in each arm. */
  graders: z.array(
    z.object({
      task: z.string(),
      /** Its place among the graders of its task, from 0. */
      grader: count,
      kind: z.string(),
      arms: z.array(triedArmSchema.extend({ passed: count, decided: count })),
      /** Of one that a judge compares by, found against without: pairs by what it said. Null for all others. */
      judged: z
        .object({ wins: count, ties: count, losses: count, skipped: count, invalid: count })
        .nullable()
        .default(null),
      /** Why it says nothing about the skill; null where it does. */
      idle: z.object({ reason: z.string(), message: z.string() }).nullable(),
    }),
  ),
  /** What a judge said; null where none was asked. */
  judged: judgedFiguresSchema.nullable().default(null),
  /** Found against the last published version: exact McNemar test over tasks; null where that was not tried. */
  approved: z
    .object({
      /** The published version. */
      version: count,
      outcome: z.enum(["better", "no difference shown", "worse"]),
      gained: ids,
      lost: ids,
      unmeasured: ids,
      p: z.object({ greater: z.number(), less: z.number(), twoSided: z.number() }),
    })
    .nullable(),
  /** Given without a file against given whole: what the file is worth. One a file, in the order of the run. */
  leftOut: z.array(
    z.object({
      path: z.string(),
      /** Mean over tasks of the pass rate without the file less that with it: below 0, the file helps; null without a measured task. */
      effect: z.number().nullable(),
      measured: count,
      /** Tasks that pass less often without it, and more often; exact one-sided p of the more frequent side. */
      worse: ids,
      better: ids,
      p: z.number(),
    }),
  ),
  /** Trials that count in no figure, the most frequent first. `message`: of one of them. */
  invalid: z.array(
    z.object({ arm: z.enum(trialArms), reason: z.enum(invalidReasons), trials: count, message: z.string() }),
  ),
});
export type EffectFigures = z.infer<typeof effectFiguresSchema>;

/** What a suite of so many tasks can decide, before anything is asked. */
export const effectPowerSchema = z.object({
  tasks: count,
  /** Of tasks that differ, the share that are wins; of all tasks, the share of ties: what is taken for planning. */
  winShare: share,
  tieShare: share,
  /** How likely the rule says Improved then. */
  chance: share,
  /** How likely without any effect. */
  chanceOfNone: share,
  /** Tasks more for a chance of 80 %; 0 when there are enough. */
  more: count.nullable(),
  /** The same for other numbers of tasks. */
  curve: z.array(z.object({ tasks: count, eightOfTen: share, nineOfTen: share })),
});
export type EffectPower = z.infer<typeof effectPowerSchema>;
