import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { storableText } from "@/lib/kernel/storable-text";
import { runDifferenceSchema, runMetricsSchema } from "@/lib/runtime/compare-runs";
import {
  conversationSchema,
  messageSchema,
  overlayListSchema,
  runOverridesSchema,
  runSchema,
  titleSchema,
} from "./schema";

/** One side: an agent, with what is to be different about it. */
const columnSchema = runOverridesSchema.extend({
  /** The agent's slug. */
  agent: storableText.min(1),
  overlay: overlayListSchema.default([]),
});

export const createComparisonSchema = z
  .object({
    message: messageSchema,
    title: titleSchema.optional(),
    /** Private ones are visible to their creator alone. */
    shared: z.boolean().default(true),
    columns: z.array(columnSchema).min(1).max(2),
    /** With one column: the second is the same without this skill. */
    without: storableText.min(1).optional(),
  })
  .refine(
    ({ columns, without }) => columns.length === (without === undefined ? 2 : 1),
    "Give two columns, or one and the skill that the second goes without.",
  );
export type CreateComparison = z.input<typeof createComparisonSchema>;

export const updateComparisonSchema = z.object({
  title: titleSchema.optional(),
  shared: z.boolean().optional(),
});
export type UpdateComparison = z.input<typeof updateComparisonSchema>;

/** The next message, to both; each column goes on with the overrides of its newest run. */
export const compareMessageSchema = z.object({
  message: messageSchema,
  requestKey: storableText.min(1).max(90).optional(),
});
export type CompareMessage = z.input<typeof compareMessageSchema>;

export const comparedRunsSchema = z.object({ runs: z.array(runSchema) });
export type ComparedRuns = z.infer<typeof comparedRunsSchema>;

const turnSchema = z.object({
  turn: z.number().int(),
  message: z.string(),
  /** By column; null where a column has no run of this turn. */
  runs: z.array(runSchema.nullable()),
  metrics: z.array(runMetricsSchema.nullable()),
  /** The two sequences of events, aligned. Text is left to the reader: it is in the logs. */
  differences: z.array(runDifferenceSchema),
});

export const comparisonSummarySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  shared: z.boolean(),
  /** By column. */
  columns: z.array(conversationSchema),
  createdBy: personSchema,
  /** Whether the asker may rename, share or delete it. */
  mayEdit: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ComparisonSummary = z.infer<typeof comparisonSummarySchema>;

export const comparisonSchema = comparisonSummarySchema.extend({ turns: z.array(turnSchema) });
export type Comparison = z.infer<typeof comparisonSchema>;

export const listComparisonsSchema = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListComparisons = z.input<typeof listComparisonsSchema>;

export const comparisonListSchema = z.object({
  items: z.array(comparisonSummarySchema),
  nextCursor: z.string().nullable(),
});
export type ComparisonList = z.infer<typeof comparisonListSchema>;
