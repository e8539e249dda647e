import type { EventOf, SkillRef } from "./events";
import { callAttributes, known, skillAttributes, type TraceEvent, type TraceSpan } from "./trace-attributes";

/** What every span of a run is told by. */
export type Told = { text: boolean; agent: string; conversation: string };
type Since = { startMs: number; events: readonly TraceEvent[] };

type AnswerEvent = EventOf<
  | "skill-activated"
  | "skill-reactivated"
  | "skill-already-active"
  | "foreign-skill-activated"
  | "resource-read"
  | "request-refused"
  | "tool-called"
>;

/** Of one list of candidates: the best first. */
const mostCandidates = 100;

/** What was put into the prompt when a model or a person asked: a tool's span, refined for skills as the conventions do. */
export function describeAnswer(event: AnswerEvent, { startMs, events }: Since, told: Told): TraceSpan {
  const { call, askedBy, result, tokens } = event.payload;
  const { skill, name, path } = subjectOf(event);
  const tool = call ? `execute_tool ${call.toolName}` : event.type;
  return {
    seq: event.seq,
    name: [tool, name, path].filter(Boolean).join(" "),
    kind: "internal",
    startMs,
    endMs: Date.parse(event.at),
    attributes: known({
      ...(call ? callAttributes(call, { result, text: told.text }) : {}),
      "gen_ai.agent.name": told.agent,
      "gen_ai.conversation.id": told.conversation,
      "gen_ai.skill.name": name,
      ...skillAttributes(skill),
      "gen_ai.skill.resource.name": path,
      "greenroom.event": event.type,
      "greenroom.asked_by": askedBy,
      "greenroom.tokens": tokens,
      ...factsOf(event),
    }),
    events,
    error: errorOf(event, told),
  };
}

type Subject = { skill: SkillRef | null; name: string | null; path: string | null };

function subjectOf(event: AnswerEvent): Subject {
  switch (event.type) {
    case "request-refused":
      return { skill: null, name: event.payload.skillName, path: event.payload.path };
    case "foreign-skill-activated":
      return { skill: null, name: event.payload.name, path: null };
    case "resource-read":
      return { skill: event.payload.skill, name: event.payload.skill.name, path: event.payload.path };
    default:
      return { skill: event.payload.skill, name: event.payload.skill?.name ?? null, path: null };
  }
}

function factsOf(event: AnswerEvent): Parameters<typeof known>[0] {
  switch (event.type) {
    case "skill-reactivated":
      return {
        "greenroom.reason": event.payload.reason,
        "greenroom.tokens_repeated": event.payload.tokensRepeated,
      };
    case "skill-already-active":
      return { "greenroom.tokens_saved": event.payload.tokensSaved };
    case "resource-read":
      return { "greenroom.bytes": event.payload.bytes, "greenroom.offset": event.payload.offset };
    case "tool-called":
      return { "greenroom.answered_by": event.payload.answeredBy };
    case "request-refused":
      return { "greenroom.refused": event.payload.rule };
    default:
      return {};
  }
}

/** A refusal says why in words of ours; a tool's own error is what the tool wrote. */
function errorOf(event: AnswerEvent, { text }: Told): TraceSpan["error"] {
  if (event.type === "request-refused") return { type: event.payload.rule, message: event.payload.message };
  const failed = (event.type === "tool-called" || event.type === "resource-read") && event.payload.isError;
  return failed ? { type: "tool_error", message: text ? event.payload.result : "" } : null;
}

/** Skills compared with a text: candidates as events of their span, with what each field is worth. */
export function describeSearch(
  event: EventOf<"skills-searched"> | EventOf<"skills-routed">,
  { startMs, events }: Since,
  told: Told,
): TraceSpan {
  const { candidates, chosen, query } = event.payload;
  const atMs = Date.parse(event.at);
  const call = event.type === "skills-searched" ? event.payload.call : null;
  const routed = event.type === "skills-routed" ? event.payload : null;
  return {
    seq: event.seq,
    name: call ? `execute_tool ${call.toolName}` : "retrieval skills",
    kind: "internal",
    startMs,
    endMs: atMs,
    attributes: known({
      "gen_ai.operation.name": "retrieval",
      "gen_ai.data_source.id": "skills",
      ...(call && event.type === "skills-searched"
        ? callAttributes(call, { result: event.payload.result, text: told.text })
        : {}),
      "gen_ai.agent.name": told.agent,
      "gen_ai.conversation.id": told.conversation,
      "gen_ai.retrieval.query.text": told.text ? query : null,
      "greenroom.event": event.type,
      "greenroom.candidates": candidates.length,
      "greenroom.chosen": [...chosen],
      "greenroom.dropped": routed ? [...routed.dropped] : null,
      "greenroom.reasoning": routed && told.text ? routed.reasoning : null,
    }),
    events: [
      ...events,
      ...candidates.slice(0, mostCandidates).map(({ name, skillId, score, fields, likeness }, index) => ({
        name: "greenroom.candidate",
        atMs,
        attributes: known({
          "gen_ai.skill.name": name,
          "greenroom.skill.id": skillId,
          "greenroom.skill.place": index + 1,
          "greenroom.skill.score": score,
          "greenroom.skill.likeness": likeness,
          ...Object.fromEntries(
            Object.entries(fields).map(([field, worth]) => [`greenroom.skill.score.${field}`, worth]),
          ),
          "greenroom.skill.chosen": chosen.includes(name),
        }),
      })),
    ],
    error: null,
  };
}
