import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { messageSchema, overlayListSchema, runOverridesSchema, runStates } from "@/lib/sessions/schema";

const skillName = storableText.min(1).max(200);

/** What a rehearsal is to show; what is absent is not looked at. A misspelt word is refused: it would pass for ever. */
export const expectationsSchema = z.strictObject({
  /** Skills that are to be active in this run, already or newly. */
  activations: z.array(skillName).max(50).optional(),
  /** Skills that must not be. */
  notActivated: z.array(skillName).max(50).optional(),
  /** Files that are to be read, in any order. */
  reads: z
    .array(z.strictObject({ skill: skillName, path: storableText.min(1).max(500) }))
    .max(50)
    .optional(),
  /** Text that the answer is to contain, letters of either case. */
  outputIncludes: z.array(storableText.min(1).max(2_000)).max(20).optional(),
});
export type Expectations = z.infer<typeof expectationsSchema>;

export const longestWaitSeconds = 300;

export const startRehearsalSchema = runOverridesSchema.extend({
  message: messageSchema,
  overlay: overlayListSchema.default([]),
  expect: expectationsSchema.optional(),
  /** Whether the answer waits for the end of the run. */
  wait: z.boolean().default(true),
  /** Then the run goes on and the answer is 202. */
  timeoutSeconds: rowNumber.max(longestWaitSeconds).default(120),
  /** Private ones are visible to their creator alone. */
  shared: z.boolean().default(true),
});
export type StartRehearsal = z.input<typeof startRehearsalSchema>;

export const expectationResultSchema = z.object({
  kind: z.enum(["outcome", "activations", "notActivated", "reads", "outputIncludes"]),
  /** The skill, file or text. */
  expected: z.string(),
  passed: z.boolean(),
  message: z.string(),
});
export type ExpectationResult = z.infer<typeof expectationResultSchema>;

export const rehearsalSchema = z.object({
  conversation: z.uuid(),
  run: z.uuid(),
  /** `running`: the answer came before the end. */
  outcome: z.enum(runStates),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The whole answer. */
  text: z.string(),
  /** In the order of their activation. */
  activations: z.array(z.string()),
  reads: z.array(z.object({ skill: z.string(), path: z.string() })),
  refusals: z.array(z.object({ rule: z.string(), message: z.string() })),
  tokens: z.object({
    input: z.number().int(),
    output: z.number().int(),
    cached: z.number().int().nullable(),
  }),
  /** US dollars; null when not known. */
  cost: z.number().nullable(),
  durationMs: z.number(),
  /** Null while it runs, and when nothing was expected. */
  passed: z.boolean().nullable(),
  expectations: z.array(expectationResultSchema),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;
