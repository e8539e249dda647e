import type { SessionEvent } from "@/lib/runtime/events";

const longest = 300;
const counted = (count: number, one: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;
const revisionOf = (skill: { version: number | null; draftRevision: number | null }) =>
  skill.draftRevision === null ? `v${skill.version ?? "?"}` : `draft r${skill.draftRevision}`;

/** "Refused: ../x, outside-package": an event in one line, as a thread keeps it when its conversation is gone. */
export function eventWords(event: SessionEvent): string {
  const [word, rest] = partsOf(event);
  const line = (rest === "" ? word : `${word}: ${rest}`).replace(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : line;
}

function partsOf(event: SessionEvent): [string, string] {
  switch (event.type) {
    case "run-started":
      return ["Run started", event.payload.message];
    case "catalogue-injected":
      return ["Catalogue injected", counted(event.payload.tokens, "token")];
    case "skills-routed":
    case "skills-searched": {
      const { query, chosen } = event.payload;
      const found = chosen.length > 0 ? chosen.join(", ") : "nothing fits";
      return [event.type === "skills-routed" ? "Routed" : "Searched", `“${query}”: ${found}`];
    }
    case "skill-activated":
    case "skill-reactivated": {
      const { skill } = event.payload;
      const word = event.type === "skill-activated" ? "Activated" : "Activated again";
      return [word, `${skill.name} ${revisionOf(skill)}`];
    }
    case "skill-already-active":
      return ["Already active", `${event.payload.skill.name} since turn ${event.payload.since.turn}`];
    case "resource-read":
      return ["Read", `${event.payload.path} of ${event.payload.skill.name}`];
    case "content-evicted":
      return ["Taken out", `${event.payload.path ?? event.payload.skill?.name ?? "an old turn"}`];
    case "request-refused": {
      const { path, skillName, call, message } = event.payload;
      const subject = path ?? skillName ?? call?.toolName;
      return ["Refused", subject ? `${subject}, ${withoutSubject(message, subject)}` : message];
    }
    default:
      return stepParts(event);
  }
}

/** "Outside the package: ../x" said of ../x itself. */
function withoutSubject(message: string, subject: string): string {
  const end = `: ${subject}`;
  if (!message.endsWith(end)) return message;
  return message.charAt(0).toLowerCase() + message.slice(1, -end.length);
}

type StepEvent = Extract<
  SessionEvent,
  { type: "tool-called" | "result-awaited" | "model-step" | "model-retried" | "text" | "run-finished" }
>;

function stepParts(event: StepEvent): [string, string] {
  switch (event.type) {
    case "tool-called":
      return ["Tool called", event.payload.call?.toolName ?? "a tool"];
    case "result-awaited":
      return ["Waiting for a result", event.payload.call.toolName];
    case "model-step": {
      const said = event.payload.response.content.flatMap((part) =>
        part.type === "text" ? [part.text] : [],
      );
      return ["Answer", said.join(" ").trim() || `step ${event.payload.step}`];
    }
    case "model-retried":
      return ["Waiting", event.payload.message];
    case "text":
      return ["Answer", event.payload.text];
    case "run-finished":
      return ["Run finished", event.payload.error?.message ?? event.payload.outcome];
  }
}
