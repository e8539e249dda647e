import type { SessionEvent } from "@/lib/runtime/events";
import type { HostRequest } from "./host-traffic";
import { isReminder, withoutReminders } from "./without-reminders";

/** One piece of what a model gets back for a call. */
export type SeenPart = { kind: "result" | "text" | "data"; isError: boolean; text: string };

/** What a model was told and given, by a host or by a dialect, in the texts of whoever it was. */
export type Seen = {
  /** Every text that stands before the first call, with where it stands. */
  told: { place: string; text: string }[];
  tools: HostRequest["tools"];
  /** In the order of the calls. */
  answers: SeenPart[][];
  /** Which calls the answers are of. */
  answered: { tool: string; input: unknown }[];
};

/** By a dialect: also what was defused on purpose: answers, by their place among the calls, and lines of the list, by name. */
export type SeenOfDialect = Omit<Seen, "answered"> & {
  defused: ReadonlySet<number | string>;
  /** The log that it left. */
  events: readonly SessionEvent[];
};

/** What a host's own requests say: the first of what was told, the last of what came back. */
export function seeRequests(first: HostRequest, last: HostRequest): Seen {
  const answers: SeenPart[][] = [];
  const answered: Seen["answered"] = [];
  const calls = new Map<string, { tool: string; input: unknown }>();
  for (const { role, parts } of last.messages) {
    const before = answers.length;
    for (const part of parts) {
      if (part.kind === "call") calls.set(part.id, { tool: part.tool, input: part.input });
      else if (part.kind === "result") {
        answered.push(calls.get(part.callId) ?? { tool: "", input: null });
        answers.push([{ kind: "result", isError: part.isError, text: withoutReminders(part.text) }]);
      } else if (role === "user" && answers.length > before) {
        // What stands beside a result belongs to it.
        if (part.kind === "data") answers.at(-1)?.push({ kind: "data", isError: false, text: "" });
        else if (!isReminder(part.text))
          answers.at(-1)?.push({ kind: "text", isError: false, text: part.text });
      }
    }
  }
  return {
    told: first.messages
      .filter(({ role }) => role !== "assistant")
      .flatMap(({ place, parts }) =>
        parts.flatMap((part) => (part.kind === "text" ? [{ place, text: part.text }] : [])),
      ),
    tools: first.tools,
    answers,
    answered,
  };
}
