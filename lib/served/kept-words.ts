import type { EventOf, PayloadOf, RefusalRule, SessionEvent, ToolCall } from "@/lib/runtime/events";

/** Stands where words of people and models are not kept. */
export const notKept = "[not kept]";

/** What stays of words that are not kept: whether two are the same. */
type Digest = (words: string) => string;

type Unkept = {
  digest: Digest;
  /** By seq, what activations would have brought in without what their callers filled in; their events alone are here. */
  unfilled: ReadonlyMap<number, string>;
  /** Of all skills that the session was told of: no words of anybody's. */
  names: ReadonlySet<string>;
};

/**
 * An event without what people and models wrote: which skill, which version, which file and how much of it stay. A
 * file's text and a skill's own are the library's, and stay as well.
 */
export function withoutWords(event: SessionEvent, unkept: Unkept): SessionEvent {
  switch (event.type) {
    case "run-started":
      return { ...event, payload: { ...event.payload, message: "" } };
    case "skills-routed":
      return { ...event, payload: { ...event.payload, query: "", reasoning: "", dropped: [] } };
    case "model-retried":
      return { ...event, payload: { ...event.payload, message: "" } };
    case "skill-activated":
      return { ...event, payload: { ...event.payload, ...unfilled(event, unkept) } };
    case "skill-reactivated":
      return { ...event, payload: { ...event.payload, ...unfilled(event, unkept) } };
    case "skill-already-active":
      return { ...event, payload: { ...event.payload, ...unfilled(event, unkept) } };
    case "resource-read":
      return { ...event, payload: { ...event.payload, call: withoutInput(event, unkept) } };
    case "skills-searched": {
      const call = withoutInput(event, unkept);
      return { ...event, payload: { ...event.payload, call, query: "", result: notKept } };
    }
    case "tool-called":
      return { ...event, payload: { ...event.payload, call: withoutInput(event, unkept), result: notKept } };
    case "request-refused":
      return { ...event, payload: { ...event.payload, ...refused(event, unkept) } };
    default:
      return event;
  }
}

type Called = { payload: { call: ToolCall | null } };
const withoutInput = ({ payload: { call } }: Called, { digest }: Unkept): ToolCall | null =>
  call && { ...call, input: unkeptInput(call.input, digest) };

/** What stays of a call's input. */
export function unkeptInput(input: unknown, digest: Digest): { omitted: string; digest: string } {
  const written = JSON.stringify(input) ?? "";
  return { omitted: `${new TextEncoder().encode(written).length} bytes`, digest: digest(written) };
}

type Activation = EventOf<"skill-activated" | "skill-reactivated" | "skill-already-active">;

/** A text with arguments in it could be found by trying, as the rest of it is known: its digest is kept of its digest. */
function unfilled(event: Activation, unkept: Unkept) {
  const call = withoutInput(event, unkept);
  const { arguments: given, textSha256, result } = event.payload;
  const words = given === "" ? {} : { arguments: notKept, textSha256: unkept.digest(textSha256) };
  const isFilled = given !== "" || unkept.unfilled.has(event.seq);
  return { ...words, call, result: isFilled ? (unkept.unfilled.get(event.seq) ?? notKept) : result };
}

/** Refusals that say nothing beside the name of a skill. */
const namesAlone: ReadonlySet<RefusalRule> = new Set([
  "not-assigned",
  "disabled",
  "model-only",
  "needs-leave",
  "unreadable-skill",
]);

function refused(event: EventOf<"request-refused">, unkept: Unkept): Partial<PayloadOf<"request-refused">> {
  const call = withoutInput(event, unkept);
  const { rule, path, skillName } = event.payload;
  const isKnown = skillName !== null && unkept.names.has(skillName);
  if (isKnown && path === null && namesAlone.has(rule)) return { call };
  return { call, skillName: isKnown ? skillName : null, path: null, message: notKept, result: notKept };
}
