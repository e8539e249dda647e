import { z } from "zod";
import { isStorableJson } from "@/lib/kernel/is-storable-json";
import { compilePattern, longestPattern } from "@/lib/kernel/linear-pattern";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { isRecord } from "@/lib/runtime/json-contains";

const nothing = "An empty list expects nothing. Leave it out, or name something.";
const skillName = storableText.min(1, "Name a skill.").max(200);
const toolName = storableText.min(1, "Name a tool, as the model calls it.").max(200);
const words = (most: number) =>
  storableText
    .max(most)
    .refine((text) => text.trim() !== "", "This text is in every answer: it has no words. Leave it out.");

/** Letters and signs of other kinds: a pattern that is in each of these alone is in any answer. */
const anyText = ["x", "7", ".", "é", "漢"];

/** Why a pattern cannot be expected; null when it can. */
function wrongPattern(source: string): string | null {
  const compiled = compilePattern(source);
  if (!compiled.ok) return `This is no pattern that can be matched here: ${compiled.error}.`;
  if (compiled.value.needsNothing)
    return "This pattern is found without a single character, in an empty answer or between words. Let it need at least one.";
  if (anyText.every((text) => compiled.value.isIn(text)))
    return "This pattern is found in any character, and so in every answer. Let it say what is to be there.";
  return null;
}

const pattern = storableText
  .min(1, "Write a pattern.")
  .max(longestPattern)
  .superRefine((source, check) => {
    const message = wrongPattern(source);
    if (message !== null) check.addIssue({ code: "custom", message });
  });

/** Of an input or a part of it, written as JSON. */
const longestInput = 4_000;
const json = z
  .unknown()
  .refine(isStorableJson, "Take out NUL characters, broken characters and endless levels.")
  .refine(
    (value) => (JSON.stringify(value) ?? "").length <= longestInput,
    `At most ${longestInput} characters.`,
  );

const toolCallSchema = z
  .strictObject({
    /** As the model calls it. */
    name: toolName,
    /** The whole input, whatever the order of its fields. */
    inputEquals: json.optional(),
    /** An object: the input has these fields, and may have more; texts in it need only contain these. Or a text: it stands anywhere in the input. */
    inputContains: json.optional(),
  })
  .refine(
    ({ inputEquals, inputContains }) => inputEquals === undefined || inputContains === undefined,
    "Give inputEquals or inputContains, not both.",
  )
  .refine(
    ({ inputContains: part }) =>
      part === undefined ||
      (typeof part === "string" ? part.trim() !== "" : isRecord(part) && Object.keys(part).length > 0),
    {
      path: ["inputContains"],
      message: "Give an object with at least one field, or a text that is not empty.",
    },
  );
export type ExpectedCall = z.infer<typeof toolCallSchema>;

/** What a rehearsal is to show; what is absent is not looked at. What would hold of every run is refused. */
export const expectationsSchema = z.strictObject({
  /** Skills that are to be active in this run, already or newly. Refused unless this run offers them. */
  activations: z.array(skillName).min(1, nothing).max(50).optional(),
  /** Skills that must not be, though the run offers them. */
  notActivated: z.array(skillName).min(1, nothing).max(50).optional(),
  /** Files that are to be read, in any order; refused unless the package has them. */
  reads: z
    .array(z.strictObject({ skill: skillName, path: storableText.min(1).max(500) }))
    .min(1, nothing)
    .max(50)
    .optional(),
  /** Text that the answer is to contain, letters of either case. */
  outputIncludes: z.array(words(2_000)).min(1, nothing).max(20).optional(),
  /**
   * Regular expressions in the syntax of RE2, each to be found in the answer; flags at the head, as in `(?i)sev[12]`.
   * Matched in linear time: without looking ahead or behind, and without references to groups.
   */
  outputMatches: z.array(pattern).min(1, nothing).max(20).optional(),
  /** Tools that the model is to call; a call that was refused does not count. */
  toolsCalled: z.array(toolCallSchema).min(1, nothing).max(50).optional(),
  /** Tools that it must not call, though it could; a call that was refused counts too. */
  toolsNotCalled: z.array(toolName).min(1, nothing).max(50).optional(),
  /** Input and output of all steps and of the router together, cached input included. */
  tokensAtMost: rowNumber.optional(),
  /** US dollars, the router's included. A cost that is not known fails. */
  costAtMost: z.number().nonnegative().max(1_000_000).optional(),
  /** From start to end of the run, in milliseconds. */
  durationAtMostMs: rowNumber.optional(),
  /** `answered` unless said otherwise. With `refused` a refusal is what passes, and an answer is what fails. */
  finish: z.enum(["answered", "refused"]).optional(),
});
export type Expectations = z.infer<typeof expectationsSchema>;

export const expectationKinds = expectationsSchema.keyof().options;

/** Expectations as rows hold them: also of a time when less was refused. */
export const storedExpectationsSchema = z.object({
  activations: z.array(z.string()).optional(),
  notActivated: z.array(z.string()).optional(),
  reads: z.array(z.object({ skill: z.string(), path: z.string() })).optional(),
  outputIncludes: z.array(z.string()).optional(),
  outputMatches: z.array(z.string()).optional(),
  toolsCalled: z
    .array(
      z.object({
        name: z.string(),
        inputEquals: z.unknown().optional(),
        inputContains: z.unknown().optional(),
      }),
    )
    .optional(),
  toolsNotCalled: z.array(z.string()).optional(),
  tokensAtMost: z.number().optional(),
  costAtMost: z.number().optional(),
  durationAtMostMs: z.number().optional(),
  finish: z.enum(["answered", "refused"]).optional(),
}) satisfies z.ZodType<Expectations>;
