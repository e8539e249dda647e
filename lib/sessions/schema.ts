import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { largestInteger, rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { answerKinds, overlayEntrySchema, overlayFollowsValues } from "@/lib/runtime/event-parts";
import { eventSchema, runOutcomes } from "@/lib/runtime/events";
import { promptSchema } from "@/lib/runtime/prompt";
import { longestMessage, tooLongMessage } from "./why-not-sent";

export const messageSchema = storableText
  .trim()
  .min(1, "Write a message.")
  .max(longestMessage, tooLongMessage);
export const titleSchema = oneLineText("Give it a title.").max(120);

/** A skill added to an agent's, put in place of its own version, or left out (`none`), for one conversation. */
const overlayInputSchema = z
  .object({
    /** The skill's name. */
    skill: storableText.min(1),
    follows: z.enum(overlayFollowsValues).default("draft"),
    label: z.string().min(1).optional(),
    version: rowNumber.optional(),
  })
  .refine(({ follows, label }) => follows !== "label" || label !== undefined, "Say which label it follows.")
  .refine(
    ({ follows, version }) => follows !== "version" || version !== undefined,
    "Say which version it follows.",
  );

export const overlayListSchema = z
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

/** What one run does otherwise than its agent. */
export const runOverridesSchema = z.object({
  dialect: storableText.min(1).max(60).optional(),
  mode: z.enum(catalogueModes).optional(),
  /** "rehearsal", or a model connection by its id or by its name in the workspace. */
  model: storableText.min(1).max(100).optional(),
  /** Instead of the agent's instructions; an agent may forbid it. */
  systemPrompt: storableText.max(100_000).optional(),
});
export type RunOverrides = z.infer<typeof runOverridesSchema>;

export const runStates = ["running", ...runOutcomes] as const;

export const runSchema = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  branchId: z.uuid(),
  turn: z.number().int(),
  state: z.enum(runStates),
  /** How the model ended its last answer; null unless the run is done, and for runs of older releases. */
  answer: z.enum(answerKinds).nullable(),
  message: z.string(),
  /** `ownSystemPrompt` tells that there was one; its text is in run-started. */
  overrides: runOverridesSchema.omit({ systemPrompt: true }).extend({ ownSystemPrompt: z.boolean() }),
  /** The run whose recording this one plays. */
  replayOfId: z.uuid().nullable(),
  startedBy: personSchema,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const branchReasons = ["fork", "edit", "re-run", "replay"] as const;

/** A line through a conversation: its parent's events up to `forkedAtSeq`, then its own. */
export const branchSchema = z.object({
  id: z.uuid(),
  /** Null for the first line. */
  parentId: z.uuid().nullable(),
  /** The last event it shares with its parent; 0 for none. */
  forkedAtSeq: z.number().int().nullable(),
  reason: z.enum(branchReasons).nullable(),
  createdBy: personSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** seq of its newest event, a shared one included. */
  lastSeq: z.number().int(),
  running: z.boolean(),
});
export type Branch = z.infer<typeof branchSchema>;

/** A call whose result a person is to type; its run waits. */
export const awaitedCallSchema = z.object({
  runId: z.uuid(),
  branchId: z.uuid(),
  callId: z.string(),
  toolName: z.string(),
  /** As JSON. */
  input: z.string(),
  /** Whether a script may be let run in the place of typing; result-awaited says which. */
  offersScript: z.boolean(),
  since: z.iso.datetime(),
});
export type AwaitedCall = z.infer<typeof awaitedCallSchema>;

/** Where a recording that was opened from a file says it comes from; nobody has checked it. */
export const recordingOriginSchema = z.object({
  workspace: z.string(),
  conversation: z.string(),
  agent: z.string(),
  exportedBy: z.string(),
  exportedAt: z.iso.datetime(),
});
export type RecordingOrigin = z.infer<typeof recordingOriginSchema>;

export const conversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Null for a recording that was opened from a file: its agent is not here. */
  agent: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  /** The line used last: new messages go there, and what is read without a branch is read from there. */
  branchId: z.uuid(),
  /** Oldest first. */
  branches: z.array(branchSchema),
  /** Set for a recording that was opened from a file: it can be read, not continued. */
  recordingOf: recordingOriginSchema.nullable(),
  /** Which side of which comparison this is. */
  comparison: z.object({ id: z.uuid(), column: z.number().int() }).nullable(),
  /** Calls that wait for a person, in every line. */
  awaiting: z.array(awaitedCallSchema),
  shared: z.boolean(),
  overlay: z.array(overlayEntrySchema),
  /** seq of the newest event; 0 when there is none. */
  lastSeq: z.number().int(),
  turns: z.number().int(),
  /** The run that goes on now, if any; the newest when several lines run. */
  running: runSchema.nullable(),
  /** The newest run of any line, however it ended. */
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

/** A repeated start with the same key answers with the first run. */
const requestKey = storableText.min(1).max(100).optional();

export const startRunSchema = runOverridesSchema.extend({
  message: messageSchema,
  requestKey,
  /** The line it goes to; the one used last when absent. */
  branch: z.uuid().optional(),
});
export type StartRun = z.input<typeof startRunSchema>;

export const createBranchSchema = z.object({
  /** The last event that the new line shares. */
  fromSeq: z.number().int().min(0).max(largestInteger),
});
export type CreateBranch = z.input<typeof createBranchSchema>;

/** Another message in the place of a run's, in a new line; overrides that are absent are the run's own. */
export const editRunSchema = runOverridesSchema.extend({ message: messageSchema, requestKey });
export type EditRun = z.input<typeof editRunSchema>;

/** The same message once more, in a new line; overrides that are absent are the run's own. */
export const repeatRunSchema = runOverridesSchema.extend({ requestKey });
export type RepeatRun = z.input<typeof repeatRunSchema>;

export const replayRunSchema = z.object({
  requestKey,
  /** Without the pauses of the recording. */
  fast: z.boolean().default(false),
});
export type ReplayRun = z.input<typeof replayRunSchema>;

/** A new line with the run that was started in it. */
export const branchedRunSchema = z.object({ branch: branchSchema, run: runSchema });
export type BranchedRun = z.infer<typeof branchedRunSchema>;

const callId = storableText.min(1).max(200);
export const toolResultSchema = z.object({
  callId,
  /** What the model is told. */
  result: storableText.max(100_000),
});
export type ToolResult = z.input<typeof toolResultSchema>;

/** `stop` is of one that runs; its run goes on. */
export const scriptDecisions = ["allow", "refuse", "stop"] as const;
export const decideScriptSchema = z.object({ callId, decision: z.enum(scriptDecisions) });
export type DecideScript = z.input<typeof decideScriptSchema>;

export const verdicts = ["up", "down"] as const;
export const putFeedbackSchema = z.object({
  verdict: z.enum(verdicts),
  reason: storableText.trim().max(2_000).default(""),
  /** Whether the message should have activated a skill that was offered, by its name there. */
  activation: z.object({ skill: storableText.min(1).max(200), expected: z.boolean() }).nullish(),
});
export type PutFeedback = z.input<typeof putFeedbackSchema>;

export const feedbackSchema = z.object({
  runId: z.uuid(),
  person: personSchema,
  verdict: z.enum(verdicts),
  reason: z.string(),
  /** What the message should have done with a skill, by the name that it was offered under; null where nothing is said. */
  activation: z.object({ skill: z.string(), expected: z.boolean() }).nullable(),
  updatedAt: z.iso.datetime(),
});
export type Feedback = z.infer<typeof feedbackSchema>;

export const listEventsSchema = z.object({
  /** Of this line; of the one used last when absent. */
  branch: z.uuid().optional(),
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

/** One request to a model and its answer, as they went over the wire; secrets are taken out before they are stored. */
export const stepExchangeSchema = z.object({
  /** `rules`: Rehearsal sent nothing anywhere; `request.body` is then the prompt it was given. */
  source: z.enum(["provider", "recording", "rules"]),
  /** The same in a sentence. */
  note: z.string(),
  request: z.object({
    url: z.string().nullable(),
    method: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
  }),
  response: z.object({
    status: z.number().int().nullable(),
    headers: z.record(z.string(), z.string()),
    body: z.unknown().optional(),
  }),
  /** What was streamed, with the milliseconds since the request left. */
  parts: z.array(z.object({ afterMs: z.number(), part: z.unknown() })),
});
export type StepExchange = z.infer<typeof stepExchangeSchema>;
