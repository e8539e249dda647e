import { z } from "zod";
import {
  catalogueInjected,
  contentEvicted,
  modelRetried,
  modelStep,
  requestRefused,
  resourceRead,
  runFinished,
  runStarted,
  skillActivated,
  skillAlreadyActive,
  skillReactivated,
  skillsRouted,
  skillsSearched,
  text,
} from "./event-payloads";
import { foreignSkillActivated, historyRewritten, notUnderstood } from "./live-payloads";
import { scriptOutput, scriptRan, scriptStarted } from "./script-payloads";
import { resultAwaited, toolCalled } from "./tool-payloads";

export type {
  AnswerEnd,
  AnswerKind,
  BodyFlag,
  Candidate,
  OfferedSkill,
  OfferedTool,
  OverlayEntry,
  Recognised,
  RefusalRule,
  ResponsePart,
  SkillRef,
  ToolCall,
  ToolDefinition,
  UnavailableSkill,
} from "./event-parts";
export { refusalRules } from "./event-parts";
export { type RunOutcome, runOutcomes } from "./event-payloads";

/**
 * The log of a conversation: append-only facts, ordered by `seq`, from which transcript, timeline, ledger and
 * the model's prompt are all derived. Tokens are estimates unless `tokens.source` says that a provider counted.
 */

export const payloadSchemas = {
  "run-started": runStarted,
  "catalogue-injected": catalogueInjected,
  "skills-routed": skillsRouted,
  "skills-searched": skillsSearched,
  "skill-activated": skillActivated,
  "skill-already-active": skillAlreadyActive,
  "skill-reactivated": skillReactivated,
  "foreign-skill-activated": foreignSkillActivated,
  "history-rewritten": historyRewritten,
  "not-understood": notUnderstood,
  "content-evicted": contentEvicted,
  "resource-read": resourceRead,
  "tool-called": toolCalled,
  "result-awaited": resultAwaited,
  "script-started": scriptStarted,
  "script-output": scriptOutput,
  "script-ran": scriptRan,
  "request-refused": requestRefused,
  "model-step": modelStep,
  "model-retried": modelRetried,
  text,
  "run-finished": runFinished,
} as const;

export const eventTypeSchema = z.object(payloadSchemas).keyof();
export type EventType = z.infer<typeof eventTypeSchema>;
export type PayloadOf<T extends EventType> = z.infer<(typeof payloadSchemas)[T]>;

/** A fact before it has its place in the log. */
export type NewEvent = { [T in EventType]: { type: T; payload: PayloadOf<T> } }[EventType];

const envelope = {
  seq: z.number().int(),
  conversationId: z.uuid(),
  branchId: z.uuid(),
  runId: z.uuid(),
  /** The first exchange of the branch is 1. */
  turn: z.number().int(),
  at: z.iso.datetime(),
  traceId: z.string(),
};
const eventOf = <T extends EventType>(type: T) =>
  z.object({ ...envelope, type: z.literal(type), payload: payloadSchemas[type] });

export const eventSchema = z.discriminatedUnion("type", [
  eventOf("run-started"),
  eventOf("catalogue-injected"),
  eventOf("skills-routed"),
  eventOf("skills-searched"),
  eventOf("skill-activated"),
  eventOf("skill-already-active"),
  eventOf("skill-reactivated"),
  eventOf("foreign-skill-activated"),
  eventOf("history-rewritten"),
  eventOf("not-understood"),
  eventOf("content-evicted"),
  eventOf("resource-read"),
  eventOf("tool-called"),
  eventOf("result-awaited"),
  eventOf("script-started"),
  eventOf("script-output"),
  eventOf("script-ran"),
  eventOf("request-refused"),
  eventOf("model-step"),
  eventOf("model-retried"),
  eventOf("text"),
  eventOf("run-finished"),
]);
export type SessionEvent = z.infer<typeof eventSchema>;
export type EventOf<T extends EventType> = Extract<SessionEvent, { type: T }>;
