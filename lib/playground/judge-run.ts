import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { summariseRun } from "@/lib/runtime/summarise-run";
import type { ExpectationResult, Expectations, Rehearsal } from "./rehearsal-schema";

type Judged = Omit<Rehearsal, "conversation" | "run">;

/**
 * What a run came to, from its own events, and whether it is what was expected. A run passes when it ended by itself
 * and every expectation holds; without expectations, or before its end, it neither passes nor fails.
 */
export function judgeRun(
  events: readonly SessionEvent[],
  expectations: Expectations | null,
  now: Date,
): Judged {
  const end = events.find((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  const totals = end?.payload.totals ?? summariseRun(events, now);
  const shown = {
    outcome: end?.payload.outcome ?? ("running" as const),
    error: end?.payload.error ?? null,
    text: events.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join(""),
    activations: unique(events.flatMap(activated)),
    reads: uniqueReads(events),
    refusals: events.flatMap((event) =>
      event.type === "request-refused" ? [{ rule: event.payload.rule, message: event.payload.message }] : [],
    ),
    tokens: { input: totals.inputTokens, output: totals.outputTokens, cached: totals.cachedTokens },
    cost: totals.cost,
    durationMs: totals.durationMs,
  };
  if (!end || expectations === null || Object.keys(expectations).length === 0)
    return { ...shown, passed: null, expectations: [] };
  const results = [checkOutcome(shown), ...check(shown, expectations)];
  return { ...shown, passed: results.every(({ passed }) => passed), expectations: results };
}

type Shown = Pick<Judged, "outcome" | "error" | "text" | "activations" | "reads">;

/** A skill whose text is in the prompt counts, whether it came in now, earlier or from the start. */
function activated(event: SessionEvent): string[] {
  switch (event.type) {
    case "skill-activated":
    case "skill-reactivated":
    case "skill-already-active":
      return [event.payload.skill.name];
    case "catalogue-injected":
      return (event.payload.eager ?? []).map(({ skill }) => skill.name);
    default:
      return [];
  }
}

function uniqueReads(events: readonly SessionEvent[]): Judged["reads"] {
  const reads = new Map<string, { skill: string; path: string }>();
  for (const event of events)
    for (const { skill, path } of readsOf(event))
      reads.set(`${skill.name}/${path}`, { skill: skill.name, path });
  return [...reads.values()];
}

function readsOf(event: SessionEvent): readonly { skill: { name: string }; path: string }[] {
  if (event.type === "resource-read") return [event.payload];
  return event.type === "tool-called" ? (event.payload.reads ?? []) : [];
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function checkOutcome({ outcome, error }: Shown): ExpectationResult {
  const passed = outcome === "done";
  const why = error?.message ?? `The run ended as ${outcome}.`;
  return { kind: "outcome", expected: "done", passed, message: passed ? "The run ended by itself." : why };
}

function check(shown: Shown, expected: Expectations): ExpectationResult[] {
  const { activations, reads } = shown;
  const told = activations.length === 0 ? "None was activated." : `Activated: ${activations.join(", ")}.`;
  const text = shown.text.toLowerCase();
  return [
    ...(expected.activations ?? []).map((name) => {
      const passed = activations.includes(name);
      return result("activations", name, passed, passed ? `${name} was activated.` : told);
    }),
    ...(expected.notActivated ?? []).map((name) => {
      const passed = !activations.includes(name);
      return result("notActivated", name, passed, `${name} was ${passed ? "not " : ""}activated.`);
    }),
    ...(expected.reads ?? []).map(({ skill, path }) => {
      const passed = reads.some((read) => read.skill === skill && read.path === path);
      const read = reads.map((one) => `${one.skill}/${one.path}`).join(", ");
      const all = read === "" ? "Nothing was read." : `Read: ${read}.`;
      return result("reads", `${skill}/${path}`, passed, passed ? "It was read." : all);
    }),
    ...(expected.outputIncludes ?? []).map((part) => {
      const passed = text.includes(part.toLowerCase());
      return result("outputIncludes", part, passed, `The answer ${passed ? "has" : "does not have"} it.`);
    }),
  ];
}

const result = (
  kind: ExpectationResult["kind"],
  expected: string,
  passed: boolean,
  message: string,
): ExpectationResult => ({ kind, expected, passed, message });
