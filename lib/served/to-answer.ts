import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { EventOf, SessionEvent, ToolDefinition } from "@/lib/runtime/events";
import type { ServedAnswer, ServedTurn } from "./schema";
import { servedAnswerKinds } from "./served-options";

type AnswerEvent = EventOf<(typeof servedAnswerKinds)[number]>;

const kinds: ReadonlySet<string> = new Set(servedAnswerKinds);
const isAnswer = (event: SessionEvent): event is AnswerEvent => kinds.has(event.type);

/** What an event tells a model. `events` are the log up to it; throws for one that answers nothing, which is a bug. */
export function toAnswer(event: SessionEvent, events: readonly SessionEvent[]): ServedAnswer {
  if (!isAnswer(event)) throw new Error(`${event.type} answers no call.`);
  const { seq, type: kind, payload } = event;
  return {
    seq,
    kind,
    ...textsOf(event),
    isError: "isError" in payload && payload.isError === true,
    skill: "skill" in payload ? toSkill(payload.skill) : null,
    path: "path" in payload ? (payload.path ?? null) : null,
    rule: event.type === "request-refused" ? event.payload.rule : null,
    tools: "tools" in payload && payload.tools ? changedTools(seq, events) : null,
  };
}

/** As a prompt has it: a host may answer a call with a word and put the text behind the results. */
function textsOf({ payload }: AnswerEvent): Pick<ServedAnswer, "text" | "following"> {
  if (payload.call === null || !("callResult" in payload) || !payload.callResult)
    return { text: payload.result, following: [] };
  const note = "note" in payload && payload.note ? [payload.note.text] : [];
  return { text: payload.callResult.text, following: [...note, payload.result] };
}

const toSkill = (
  skill: { name: string; version: number | null; digest: string } | null,
): ServedAnswer["skill"] => skill && { name: skill.name, version: skill.version, digest: skill.digest };

function changedTools(seq: number, events: readonly SessionEvent[]): ToolDefinition[] | null {
  const now = assemblePrompt(events.filter((event) => event.seq <= seq)).tools;
  const before = assemblePrompt(events.filter((event) => event.seq < seq)).tools;
  return JSON.stringify(now) === JSON.stringify(before) ? null : now;
}

/** The newest turn as its model is sent it before the first call. */
export function toTurn(events: readonly SessionEvent[]): Omit<ServedTurn, "session"> {
  const started = events.findLast((event) => event.type === "run-started");
  if (started?.type !== "run-started") throw new Error("A session begins with a turn.");
  const own = events.filter((event) => event.seq >= started.seq);
  const told = own.find((event) => event.type === "catalogue-injected");
  const injected = told?.type === "catalogue-injected" ? told.payload : null;
  const prompt = assemblePrompt(events);
  const { offered, unavailable, mode } = started.payload;
  return {
    turn: started.turn,
    catalogue: {
      text: injected?.text ?? "",
      place: injected?.place ?? "system-prompt",
      system: prompt.system,
      tools: [...prompt.tools],
      mode: injected?.mode ?? mode,
      skills: offered.map(({ name, version, digest }) => ({ name, version, digest })),
      unavailable: unavailable.map(({ name, reason, detail }) => ({
        name,
        reason,
        ...(detail === undefined ? {} : { detail }),
      })),
    },
    injected: own
      .filter(isAnswer)
      .flatMap((event) => (event.payload.call === null ? [toAnswer(event, events)] : [])),
  };
}
