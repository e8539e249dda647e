import { readCatalogue } from "@/lib/dialects/read-catalogue";
import type { EventOf, SessionEvent, SkillRef, ToolCall } from "@/lib/runtime/events";

const unknownRules: ReadonlySet<string> = new Set(["unknown-skill", "not-assigned", "unknown-resource"]);

/**
 * What happened to skills in a log, a line for each event in its order: the same for a host itself and for its dialect.
 * Words around the texts, and what was said beside them, are no part of it; a call that names no skill is told by its
 * tool alone.
 */
export function skillTrail(events: readonly SessionEvent[]): string[] {
  const names = events.flatMap((event) =>
    event.type === "run-started" ? event.payload.offered.map(({ name }) => name) : [],
  );
  return events.flatMap((event) => lineOf(event, names) ?? []);
}

function lineOf(event: SessionEvent, names: readonly string[]): string | null {
  switch (event.type) {
    case "catalogue-injected":
      return toldOf(event, names);
    case "skill-activated":
      return `activated ${ofSkill(event)}`;
    case "skill-reactivated":
      return `activated again (${event.payload.reason}) ${ofSkill(event)}`;
    case "skill-already-active":
      return `already active ${ofSkill(event)}`;
    case "foreign-skill-activated":
      return `activated ${event.payload.name}, which is none of this workspace`;
    case "resource-read":
      return `read ${event.payload.path} of ${versionOf(event.payload.skill)}`;
    case "request-refused":
      return refusalOf(event);
    case "tool-called":
      return otherCall(event.payload.call);
    case "history-rewritten":
    case "not-understood":
      return event.type;
    default:
      return null;
  }
}

function toldOf({ payload }: EventOf<"catalogue-injected">, names: readonly string[]): string {
  const { found, truncated, omitted } = payload;
  const told = found ? found.ours : readCatalogue(payload, names).map(({ name }) => name);
  const cut = [...truncated, ...omitted].map(({ name }) => name);
  return `told of ${sorted(told)}${cut.length > 0 ? `; cut: ${sorted(cut)}` : ""}`;
}

const sorted = (names: readonly string[]): string => [...names].sort().join(", ");

type OfSkill = EventOf<"skill-activated" | "skill-reactivated" | "skill-already-active">;

const ofSkill = ({ payload }: OfSkill): string =>
  `${versionOf(payload.skill)}${payload.askedBy === "person" ? ", chosen by the person" : ""}${
    payload.arguments === "" ? "" : `, with ${JSON.stringify(payload.arguments)}`
  }`;

const versionOf = ({ name, version, draftRevision }: SkillRef): string =>
  `${name} ${version === null ? `r${draftRevision}` : `v${version}`}`;

function refusalOf({ payload: { skillName, path, rule, call } }: EventOf<"request-refused">): string {
  if (skillName === null) return otherCall(call);
  const file = path === null ? "" : `, ${path}`;
  return `refused ${skillName}${file}${unknownRules.has(rule) ? ": there is none" : ""}`;
}

const otherCall = (call: ToolCall | null): string => `called ${call?.toolName ?? "nothing"}`;
