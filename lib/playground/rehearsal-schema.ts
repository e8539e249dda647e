import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { answerEndSchema } from "@/lib/runtime/event-parts";
import { messageSchema, overlayListSchema, runOverridesSchema, runStates } from "@/lib/sessions/schema";
import { expectationKinds, expectationsSchema } from "./expectation-schema";

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
  /** `outcome`: whether the run ended by itself; `finish`: how the model ended its answer. They are always looked at. */
  kind: z.enum(["outcome", ...expectationKinds]),
  /** The skill, file, text, pattern, tool or limit. */
  expected: z.string(),
  passed: z.boolean(),
  message: z.string(),
});
export type ExpectationResult = z.infer<typeof expectationResultSchema>;

export const rehearsalSchema = z.object({
  conversation: z.uuid(),
  run: z.uuid(),
  /** Who answered; null before the run has begun. */
  model: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** No language model answered: Rehearsal, which follows rules, or a recording that was played. What passes then shows nothing of a model. */
  scripted: z.boolean(),
  /** `running`: the answer came before the end. */
  outcome: z.enum(runStates),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** How the model ended its answer; null before the end of the run, and when the run ended otherwise. */
  finish: answerEndSchema.nullable(),
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
    /** Who counted: the provider in every step, nobody (`estimate`), or the provider in some; null without a step. */
    source: z.enum(["provider", "estimate", "mixed"]).nullable(),
  }),
  /** US dollars; null when not known. */
  cost: z.number().nullable(),
  durationMs: z.number(),
  /** Null while it runs, and for an answer of which nothing was expected. Without a whole answer false in any case. */
  passed: z.boolean().nullable(),
  expectations: z.array(expectationResultSchema),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;
