import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { tokensRepeated } from "./decide-repeat";
import { revisionOf } from "./event-words";
import {
  type EventOf,
  type EventType,
  eventTypeSchema,
  type PayloadOf,
  type SessionEvent,
  type SkillRef,
} from "./events";
import { summariseRun } from "./summarise-run";

const side = z.object({ seq: z.number().int(), detail: z.string() }).nullable();

/** One row of two event sequences side by side; `label` is what both speak of: a skill, a file, a tool. */
export const runDifferenceSchema = z.object({
  /** `removed` stands on the left alone; `changed` is of the same thing, with another detail. */
  kind: z.enum(["same", "added", "removed", "changed"]),
  type: eventTypeSchema,
  label: z.string(),
  left: side,
  right: side,
});
export type RunDifference = z.infer<typeof runDifferenceSchema>;

/** What one run came to. Milliseconds; US dollars, null when not known. */
export const runMetricsSchema = z.object({
  steps: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cachedTokens: z.number().int().nullable(),
  tokensSaved: z.number().int(),
  /** What skills brought in that the prompt held already. */
  tokensRepeated: z.number().int(),
  activations: z.number().int(),
  reads: z.number().int(),
  toolCalls: z.number().int(),
  refusals: z.number().int(),
  cost: z.number().nullable(),
  timeToFirstTokenMs: z.number().nullable(),
  durationMs: z.number(),
});
export type RunMetrics = z.infer<typeof runMetricsSchema>;

/** Of the events of one run; of a run that goes on, so far. */
export function measureRun(events: readonly SessionEvent[], now: Date): RunMetrics {
  const end = events.find((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  const totals = end?.payload.totals ?? summariseRun(events, now);
  const count = (...types: EventType[]) => events.filter(({ type }) => types.includes(type)).length;
  const firstStep = events.find((event): event is EventOf<"model-step"> => event.type === "model-step");
  const { steps, inputTokens, outputTokens, cachedTokens, tokensSaved, cost, durationMs } = totals;
  return {
    steps,
    inputTokens,
    outputTokens,
    cachedTokens,
    tokensSaved,
    tokensRepeated: events.reduce((sum, event) => sum + tokensRepeated(event), 0),
    cost,
    durationMs,
    activations: count("skill-activated", "skill-reactivated"),
    reads: count("resource-read"),
    toolCalls: count("tool-called"),
    refusals: count("request-refused"),
    timeToFirstTokenMs: firstStep?.payload.timeToFirstTokenMs ?? null,
  };
}

/** `said`: what is compared beside the detail and too long to show. */
type Fact = { type: EventType; label: string; detail: string; said: string; seq: number };

/**
 * The events of two runs aligned: what both did is `same`, or `changed` where it came out otherwise (another
 * version, another outcome); the rest stands on one side. Text is left out. Quadratic in the events of a run.
 */
export function compareRuns(left: readonly SessionEvent[], right: readonly SessionEvent[]): RunDifference[] {
  const [before, after] = [left.flatMap(factOf), right.flatMap(factOf)];
  const lengths = commonLengths(before, after);
  const rows: RunDifference[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [one, other] = [before[i], after[j]];
    if (one && other && factKey(one) === factKey(other)) {
      rows.push(row(isSame(one, other) ? "same" : "changed", one, other));
      i += 1;
      j += 1;
    } else if (one && (!other || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      rows.push(row("removed", one, null));
      i += 1;
    } else {
      rows.push(row("added", null, other ?? null));
      j += 1;
    }
  }
  return rows;
}

function row(kind: RunDifference["kind"], left: Fact | null, right: Fact | null): RunDifference {
  const fact = left ?? right;
  const shown = (one: Fact | null) => one && { seq: one.seq, detail: one.detail };
  return {
    kind,
    type: fact?.type ?? "text",
    label: fact?.label ?? "",
    left: shown(left),
    right: shown(right),
  };
}

const isSame = (one: Fact, other: Fact): boolean => one.detail === other.detail && one.said === other.said;
const factKey = ({ type, label }: Fact): string => `${type}\n${label}`;
const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** How much of the two sequences from (i, j) on can be aligned. */
function commonLengths(before: readonly Fact[], after: readonly Fact[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const keys = after.map(factKey);
  for (let i = before.length - 1; i >= 0; i--) {
    const own = table[i];
    const fact = before[i];
    if (!own || !fact) continue;
    const key = factKey(fact);
    for (let j = after.length - 1; j >= 0; j--)
      own[j] =
        key === keys[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
  }
  return table;
}

const versionOf = (skill: Pick<SkillRef, "version" | "draftRevision" | "digest">) =>
  `${revisionOf(skill)} ${skill.digest.slice(0, 8)}`;

/** How many skills, and which of them stand in for what the agent has. */
function offerOf({ offered, unavailable }: PayloadOf<"run-started">): string[] {
  return [
    formatCount(offered.length, "skill"),
    ...offered
      .filter(({ source }) => source === "overlay")
      .map((skill) => `${skill.name} ${versionOf(skill)}`),
    ...unavailable.filter(({ reason }) => reason === "left-out").map(({ name }) => `without ${name}`),
  ];
}

/** A run that is done without an answer came to something else than one with it. */
const endOf = ({ outcome, answer }: PayloadOf<"run-finished">): string =>
  outcome === "done" && answer && answer.kind !== "answered" ? answer.kind : outcome;

function factOf(event: SessionEvent): Fact[] {
  const fact = (label: string, detail: string, said = ""): Fact[] => [
    { type: event.type, label, detail, said, seq: event.seq },
  ];
  switch (event.type) {
    case "text":
      return [];
    case "run-started": {
      const { model, dialect, mode, agent } = event.payload;
      return fact("", [agent.name, model.name, dialect, mode, ...offerOf(event.payload)].join(", "));
    }
    case "catalogue-injected":
      return fact("", `${event.payload.mode}, ${event.payload.sha256.slice(0, 8)}`);
    case "skill-activated":
    case "skill-reactivated":
    case "skill-already-active": {
      const { skill, arguments: args } = event.payload;
      return fact(skill.name, [versionOf(skill), args].join(" ").trim());
    }
    case "resource-read": {
      const { skill, path, offset } = event.payload;
      return fact(`${skill.name}/${path}`, `${versionOf(skill)}${offset > 0 ? ` from ${offset}` : ""}`);
    }
    case "skills-searched":
      return fact(event.payload.query, event.payload.chosen.join(", "));
    case "skills-routed":
      return fact("", event.payload.chosen.join(", "));
    case "tool-called":
      return fact(event.payload.call?.toolName ?? "", JSON.stringify(event.payload.call?.input ?? null));
    case "request-refused":
      return fact(event.payload.path ?? event.payload.skillName ?? "", event.payload.rule);
    case "content-evicted":
      return fact(event.payload.path ?? event.payload.skill?.name ?? event.payload.what, event.payload.why);
    case "model-step":
      return fact(
        `step ${event.payload.step}`,
        event.payload.response.finishReason,
        event.payload.response.content.map((part) => (part.type === "text" ? part.text : "")).join(""),
      );
    case "run-finished":
      return fact("", event.payload.error?.code ?? endOf(event.payload));
    default:
      return fact("", "");
  }
}
