import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { largestInteger, rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { followsValues, overlayEntrySchema } from "@/lib/runtime/event-parts";
import { eventSchema, runOutcomes } from "@/lib/runtime/events";
import { promptSchema } from "@/lib/runtime/prompt";

const messageSchema = storableText.trim().min(1, "Write a message.").max(100_000);
const titleSchema = storableText.trim().min(1, "Give it a title.").max(120);

/** A skill added to an agent's, or put in place of its own version, for one conversation. */
const overlayInputSchema = z
  .object({
    /** The skill's name. */
    skill: storableText.min(1),
    follows: z.enum(followsValues).default("draft"),
    label: z.string().min(1).optional(),
    version: rowNumber.optional(),
  })
  .refine(({ follows, label }) => follows !== "label" || label !== undefined, "Say which label it follows.")
  .refine(
    ({ follows, version }) => follows !== "version" || version !== undefined,
    "Say which version it follows.",
  );

const overlayListSchema = z
  .array(overlayInputSchema)
  .max(50)
  .refine(
    (items) => new Set(items.map((item) => item.skill)).size === items.length,
    "A skill appears twice.",
  );

export const createConversationSchema = z.object({
  /** The agent's slug. */
  agent: storableText.min(1),
  /** The first message's beginning when absent. */
  title: titleSchema.optional(),
  overlay: overlayListSchema.default([]),
  /** Private ones are visible to their creator alone. */
  shared: z.boolean().default(true),
});
export type CreateConversation = z.input<typeof createConversationSchema>;

export const updateConversationSchema = z.object({
  title: titleSchema.optional(),
  shared: z.boolean().optional(),
  overlay: overlayListSchema.optional(),
});
export type UpdateConversation = z.input<typeof updateConversationSchema>;

export const runStates = ["running", ...runOutcomes] as const;

export const runSchema = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  branchId: z.uuid(),
  turn: z.number().int(),
  state: z.enum(runStates),
  message: z.string(),
  startedBy: personSchema,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const conversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  agent: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  /** The line that new messages go to. */
  branchId: z.uuid(),
  shared: z.boolean(),
  overlay: z.array(overlayEntrySchema),
  /** seq of the newest event; 0 when there is none. */
  lastSeq: z.number().int(),
  turns: z.number().int(),
  /** The run that goes on now, if any. */
  running: runSchema.nullable(),
  /** The newest run, however it ended. */
  lastRun: runSchema.nullable(),
  createdBy: personSchema,
  /** Whether the asker may rename, share or delete it. */
  mayEdit: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const listConversationsSchema = z.object({
  /** Words of the title. */
  query: storableText.max(200).optional(),
  /** An agent's slug. */
  agent: storableText.optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListConversations = z.input<typeof listConversationsSchema>;

export const conversationListSchema = z.object({
  items: z.array(conversationSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationList = z.infer<typeof conversationListSchema>;

export const startRunSchema = z.object({
  message: messageSchema,
  /** Instead of the agent's instructions, for this run; an agent may forbid it. */
  systemPrompt: storableText.max(100_000).optional(),
  /** A repeated start with the same key answers with the first run. */
  requestKey: storableText.min(1).max(100).optional(),
});
export type StartRun = z.input<typeof startRunSchema>;

export const listEventsSchema = z.object({
  /** Only events with a higher seq. */
  after: z.coerce.number().int().min(0).max(largestInteger).default(0),
  limit: z.coerce.number().int().min(1).max(5000).default(2000),
});
export type ListEvents = z.input<typeof listEventsSchema>;

export const eventListSchema = z.object({
  items: z.array(eventSchema),
  /** `after` of the next page; null when this was the last. */
  nextAfter: z.number().int().nullable(),
});
export type EventList = z.infer<typeof eventListSchema>;

/** What one model step was sent, rebuilt from the log; `matches` tells that its sha256 is the recorded one. */
export const stepRequestSchema = z.object({ prompt: promptSchema, sha256: z.string(), matches: z.boolean() });
export type StepRequest = z.infer<typeof stepRequestSchema>;
