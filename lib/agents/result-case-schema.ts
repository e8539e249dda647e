import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { inputTests, mostCases } from "@/lib/runtime/choose-result";

const longestResult = 100_000;
const longestTogether = 400_000;

export const savedText = storableText.max(longestResult);

/** Which inputs a case is for. */
const conditionSchema = z.object({
  /** A field's name, with dots for those inside of others; null for the whole input as JSON. */
  field: storableText.trim().min(1, "Name a field, or give null for the whole input.").max(200).nullable(),
  /** `matches` knows * for any text and ? for one character; letters of either case, but for `equals`. */
  is: z.enum(inputTests),
  value: storableText.max(500),
});

/** Answers that go by the input, in order; the result beside them is for every other input. */
export const caseFields = {
  cases: z
    .array(z.object({ when: conditionSchema, result: savedText }))
    .max(mostCases)
    .refine(
      (cases) => cases.reduce((sum, { result }) => sum + result.length, 0) <= longestTogether,
      `The results of all cases have at most ${longestTogether} characters together.`,
    )
    .optional(),
  /** Puts the call's fields where a result has {{input.city}}, {{json input.city}} or {{input}}. */
  fillIn: z.boolean().optional(),
};
