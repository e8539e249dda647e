import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";

/** Keeps one turn in the draft of a skill: `evals/evals.json`, `evals/trigger-eval.json` or both. */
export const saveTestCaseSchema = z
  .object({
    /** The skill's name. */
    skill: storableText.min(1),
    /** What a good answer is like: a case of evals.json. */
    expectedOutput: storableText.trim().min(1).max(20_000).optional(),
    /** Whether the message should activate the skill: a query of trigger-eval.json. */
    shouldTrigger: z.boolean().optional(),
    /** Adds to the case which skills were activated, which files read and which tools called. */
    keepSteps: z.boolean().default(true),
  })
  .refine(
    ({ expectedOutput, shouldTrigger }) => expectedOutput !== undefined || shouldTrigger !== undefined,
    "Say what a good answer is, or whether the skill should be activated.",
  );
export type SaveTestCase = z.input<typeof saveTestCaseSchema>;

export const savedTestCaseSchema = z.object({
  skill: z.string(),
  /** The draft's, after the save. */
  revision: z.number().int(),
  /** Files that were written; none when the same case was there already. */
  paths: z.array(z.string()),
});
export type SavedTestCase = z.infer<typeof savedTestCaseSchema>;
