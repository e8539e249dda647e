import { formatCount } from "@/lib/kernel/format-count";
import { onOneLine } from "@/lib/kernel/on-one-line";
import { eventName, revisionOf } from "@/lib/runtime/event-words";
import type { SessionEvent } from "@/lib/runtime/events";

const longest = 300;

/** "Refused: ../x, outside-package": an event in one line, as a thread keeps it when its conversation is gone. */
export function eventWords(event: SessionEvent): string {
  const { word } = eventName(event);
  const rest = restOf(event);
  const line = onOneLine(rest === "" ? word : `${word}: ${rest}`);
  const letters = [...line];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : line;
}

/** What it happened to. */
function restOf(event: SessionEvent): string {
  switch (event.type) {
    case "run-started":
      return event.payload.message;
    case "catalogue-injected":
      return formatCount(event.payload.tokens, "token");
    case "skills-routed":
    case "skills-searched": {
      const { query, chosen } = event.payload;
      return `“${query}”: ${chosen.length > 0 ? chosen.join(", ") : "nothing fits"}`;
    }
    case "skill-activated":
    case "skill-reactivated":
      return `${event.payload.skill.name} ${revisionOf(event.payload.skill)}`;
    case "skill-already-active":
      return `${event.payload.skill.name} since turn ${event.payload.since.turn}`;
    case "resource-read":
      return `${event.payload.path} of ${event.payload.skill.name}`;
    case "content-evicted":
      return event.payload.path ?? event.payload.skill?.name ?? "an old turn";
    case "request-refused": {
      const { path, skillName, call, message } = event.payload;
      const subject = path ?? skillName ?? call?.toolName;
      return subject ? `${subject}, ${withoutSubject(message, subject)}` : message;
    }
    case "tool-called":
      return event.payload.call?.toolName ?? "a tool";
    case "result-awaited":
      return event.payload.call.toolName;
    case "script-started":
    case "script-ran":
      return event.payload.script.command;
    case "script-output":
      return event.payload.pieces.map(({ text }) => text).join("");
    case "model-step": {
      const said = event.payload.response.content.flatMap((part) =>
        part.type === "text" ? [part.text] : [],
      );
      return said.join(" ").trim() || `step ${event.payload.step}`;
    }
    case "model-retried":
      return event.payload.message;
    case "text":
      return event.payload.text;
    case "foreign-skill-activated":
      return event.payload.name;
    case "history-rewritten":
      return formatCount(event.payload.messages, "message");
    case "not-understood":
      return event.payload.message;
    case "run-finished":
      return event.payload.error?.message ?? formatCount(event.payload.totals.steps, "step");
  }
}

/** "Outside the package: ../x" said of ../x itself. */
function withoutSubject(message: string, subject: string): string {
  const end = `: ${subject}`;
  if (!message.endsWith(end)) return message;
  return message.charAt(0).toLowerCase() + message.slice(1, -end.length);
}
