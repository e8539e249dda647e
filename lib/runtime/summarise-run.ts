import type { PayloadOf, SessionEvent } from "./events";

/** What a run came to, from its own events. Cost is null as soon as one step's is not known. */
export function summariseRun(
  events: readonly SessionEvent[],
  finishedAt: Date,
): PayloadOf<"run-finished">["totals"] {
  const startedAt = events.find((event) => event.type === "run-started")?.at;
  const steps = events.flatMap((event) => (event.type === "model-step" ? [event.payload] : []));
  const cached = steps.flatMap(({ tokens }) => (tokens.cached === null ? [] : [tokens.cached]));
  const costs = steps.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    steps: steps.length,
    inputTokens: sum(steps.map(({ tokens }) => tokens.input)),
    outputTokens: sum(steps.map(({ tokens }) => tokens.output)),
    cachedTokens: cached.length === 0 ? null : sum(cached),
    tokensSaved: sum(
      events.map((event) => (event.type === "skill-already-active" ? event.payload.tokensSaved : 0)),
    ),
    durationMs: startedAt ? Math.max(0, finishedAt.getTime() - new Date(startedAt).getTime()) : 0,
    cost: steps.length > 0 && costs.length === steps.length ? sum(costs) : null,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
