import { answerOfRun } from "@/lib/runtime/answer-end";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { summariseRun } from "@/lib/runtime/summarise-run";
import type { Expectations } from "./expectation-schema";
import { matchExpectations } from "./match-expectations";
import type { ExpectationResult, Rehearsal } from "./rehearsal-schema";

type Judged = Omit<Rehearsal, "conversation" | "run">;

/**
 * What a run came to, from its own events, and whether it is what was expected. A run passes when it ended by itself,
 * with a whole answer, and every expectation holds. Without expectations nothing passes, and what has no whole answer
 * fails: a model that refused, was cut off or said nothing has shown nothing. Before its end a run does neither.
 */
export function judgeRun(
  events: readonly SessionEvent[],
  expectations: Expectations | null,
  now: Date,
): Judged {
  const end = events.find((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  const totals = end?.payload.totals ?? summariseRun(events, now);
  const started = events.find((event): event is EventOf<"run-started"> => event.type === "run-started");
  const model = started?.payload.model ?? null;
  const shown = {
    model: model && { id: model.id, name: model.name },
    scripted: model !== null && model.kind !== "live",
    outcome: end?.payload.outcome ?? ("running" as const),
    error: end?.payload.error ?? null,
    finish: answerOfRun(events),
    text: events.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join(""),
    activations: unique(events.flatMap(activated)),
    reads: uniqueReads(events),
    refusals: events.flatMap((event) =>
      event.type === "request-refused" ? [{ rule: event.payload.rule, message: event.payload.message }] : [],
    ),
    tokens: {
      input: totals.inputTokens,
      output: totals.outputTokens,
      cached: totals.cachedTokens,
      source: sourceOf(events),
    },
    cost: totals.cost,
    durationMs: totals.durationMs,
  };
  if (!end) return { ...shown, passed: null, expectations: [] };
  const ending = [checkOutcome(shown), ...checkFinish(shown, expectations?.finish ?? "answered")];
  const named = expectations === null ? [] : matchExpectations(events, shown, expectations);
  const isExpected = named.length > 0 || expectations?.finish !== undefined;
  const passed = [...ending, ...named].every((result) => result.passed);
  if (!isExpected && passed) return { ...shown, passed: null, expectations: [] };
  return { ...shown, passed, expectations: [...ending, ...named] };
}

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

function sourceOf(events: readonly SessionEvent[]): Judged["tokens"]["source"] {
  const sources = new Set(
    events.flatMap((event) => (event.type === "model-step" ? [event.payload.tokens.source] : [])),
  );
  const [only = null] = sources;
  return sources.size > 1 ? "mixed" : only;
}

type Ended = Pick<Judged, "outcome" | "error" | "finish">;

function checkOutcome({ outcome, error }: Ended): ExpectationResult {
  const passed = outcome === "done";
  const why = error?.message ?? `The run ended as ${outcome}.`;
  return { kind: "outcome", expected: "done", passed, message: passed ? "The run ended by itself." : why };
}

/** Of a run that did not end by itself the outcome says enough. */
function checkFinish(
  { outcome, finish }: Ended,
  expected: NonNullable<Expectations["finish"]>,
): ExpectationResult[] {
  if (outcome !== "done") return [];
  const message = finish?.message ?? "No model was asked in this run, so there is no answer.";
  return [{ kind: "finish", expected, passed: finish?.kind === expected, message }];
}
