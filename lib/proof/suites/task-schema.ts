import { z } from "zod";
import { graderSchema } from "@/lib/verdicts/grader-schema";
import { trialArms } from "../proof-options";

const count = z.number().int();

/** One way in which tasks are tried: an arm, and for `left-out` the path of the file that is missing (else null). */
export const triedArmSchema = z.object({ arm: z.enum(trialArms), leftOut: z.string().nullable() });
export type TriedArm = z.infer<typeof triedArmSchema>;

/** A task as it was frozen with its run. */
export const triedTaskSchema = z.object({
  /** Of its prompt and expected output: the same wherever the task stands. */
  id: z.string(),
  /** Its place in the suite, from 1. */
  number: count,
  name: z.string().nullable(),
  /** As the file has it. */
  prompt: z.string(),
  /** Paths in the skill of what the task begins with; their text is in `message`. */
  files: z.array(z.string()),
  /** What the model is sent: the prompt, and the text of the input files after it. */
  message: z.string(),
  /** What must be true of the answer, one sentence each; only a judge could say. */
  expectations: z.array(z.string()),
  graders: z.array(graderSchema),
  /** It has to pass with the skill, whatever the average says. */
  golden: z.boolean(),
  note: z.string().nullable(),
});
export type TriedTask = z.infer<typeof triedTaskSchema>;

/** What one grader said of one trial; `grader` is its place among the graders of its task, from 0. */
export const trialGradeSchema = z.object({
  grader: count,
  /** Null: it could not be decided, and counts neither for nor against. */
  passed: z.boolean().nullable(),
  message: z.string(),
});
export type TrialGrade = z.infer<typeof trialGradeSchema>;
