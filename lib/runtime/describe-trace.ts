import { assertNever } from "@/lib/kernel/assert-never";
import { describeAnswer, describeSearch, type Told } from "./describe-answer";
import { describePoint } from "./describe-point";
import { describeStep } from "./describe-step";
import type { EventOf, PayloadOf, SessionEvent } from "./events";
import { explainTurn } from "./explain-turn";
import { known, type RunTrace, type TraceEvent, type TraceSpan } from "./trace-attributes";
import type { ReadCatalogue } from "./turn-facts";

type Options = {
  runId: string;
  /** Whether what people and models wrote is told: messages, arguments, results, a router's reasons. */
  text: boolean;
  readCatalogue?: ReadCatalogue;
};

/** Of one turn: the best first. How many there were is told beside them. */
const mostCandidates = 100;

/** What was told of a run so far, while its events are gone through. */
type Trace = {
  run: PayloadOf<"run-started">;
  told: Told;
  spans: TraceSpan[];
  /** Of the run as a whole. */
  points: TraceEvent[];
  /** Of a span that is still to come: by its call, or by the step whose answer it is. */
  waiting: Map<string, TraceEvent[]>;
  /** When what is under way began: nothing of a run goes on beside something else. */
  sinceMs: number;
};

/**
 * A run as spans: the run, and under it each answer of a model and each activation, reading, search and call. From the
 * log alone, so it can be told of any run at any time, and the same log makes the same spans. Null for a run that has
 * not ended. `events` may hold earlier turns of the branch, which say what the prompt held.
 */
export function describeTrace(events: readonly SessionEvent[], options: Options): RunTrace | null {
  const own = events.filter(({ runId }) => runId === options.runId);
  const [started, finished] = [own[0], own.at(-1)];
  if (started?.type !== "run-started" || finished?.type !== "run-finished") return null;
  const trace: Trace = {
    run: started.payload,
    told: { text: options.text, agent: started.payload.agent.name, conversation: started.conversationId },
    spans: [],
    points: [],
    waiting: new Map(),
    sinceMs: msOf(started),
  };
  for (const event of own) tell(trace, event);
  const { traceId, runId } = started;
  const points = [...trace.points, ...[...trace.waiting.values()].flat(), ...candidates(events, options)];
  return { traceId, runId, spans: trace.spans, root: describeRun({ started, finished, points }, options) };
}

/** The one table of what an event is in a trace: a new type does not compile without its place. */
function tell(trace: Trace, event: SessionEvent): void {
  const { told } = trace;
  switch (event.type) {
    case "run-started":
    case "run-finished":
    case "text":
      return;
    case "model-step":
      add(trace, describeStep(event, { ...trace, events: take(trace, `step ${event.payload.step}`) }));
      return;
    case "skills-routed":
      add(trace, describeRouting(trace, event));
      return;
    case "skills-searched":
      add(trace, describeSearch(event, since(trace, event), told));
      return;
    case "skill-activated":
    case "skill-reactivated":
    case "skill-already-active":
    case "foreign-skill-activated":
    case "resource-read":
    case "request-refused":
    case "tool-called":
      add(trace, describeAnswer(event, since(trace, event), told));
      return;
    case "model-retried":
      wait(trace, `step ${event.payload.step}`, describePoint(event));
      return;
    case "result-awaited":
    case "script-started":
    case "script-ran":
      wait(trace, event.payload.call.id, describePoint(event));
      return;
    case "script-output":
      // The script that wrote it is one point, at its end.
      return;
    case "catalogue-injected":
    case "content-evicted":
    case "history-rewritten":
    case "not-understood":
      trace.points.push(describePoint(event));
      trace.sinceMs = msOf(event);
      return;
    default:
      assertNever(event);
  }
}

const msOf = ({ at }: Pick<SessionEvent, "at">): number => Date.parse(at);

/** From when it was under way, and what happened meanwhile. */
function since(trace: Trace, event: SessionEvent & { payload: { call: { id: string } | null } }) {
  return { startMs: trace.sinceMs, events: take(trace, event.payload.call?.id ?? "") };
}

function take({ waiting }: Trace, key: string): TraceEvent[] {
  const points = waiting.get(key) ?? [];
  waiting.delete(key);
  return points;
}

const wait = ({ waiting }: Trace, key: string, point: TraceEvent): void =>
  void waiting.set(key, [...(waiting.get(key) ?? []), point]);

function add(trace: Trace, span: TraceSpan): void {
  trace.spans.push(span);
  trace.sinceMs = span.endMs;
}

/** Asking the router is asking a model, unless the run is a replay: then it took nothing. */
function describeRouting(trace: Trace, event: EventOf<"skills-routed">): TraceSpan {
  const { usage } = event.payload;
  const span = describeSearch(event, { startMs: trace.sinceMs, events: take(trace, "step 0") }, trace.told);
  if (!usage) return span;
  return {
    ...span,
    name: `chat ${usage.model}`,
    kind: "client",
    startMs: span.endMs - usage.durationMs,
    attributes: known({
      ...span.attributes,
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": usage.model,
      "gen_ai.usage.input_tokens": usage.input,
      "gen_ai.usage.output_tokens": usage.output,
      "greenroom.cost_usd": usage.cost,
    }),
  };
}

/** Why each skill was activated or was not, by the one function that tells people as well. */
function candidates(events: readonly SessionEvent[], { runId, readCatalogue, text }: Options): TraceEvent[] {
  const end = events.findLast((event) => event.runId === runId);
  if (!end) return [];
  const explained = explainTurn(events, { runId, ...(readCatalogue ? { readCatalogue } : {}) });
  return explained.candidates.slice(0, mostCandidates).map((skill) => ({
    name: "greenroom.skill",
    atMs: msOf(end),
    attributes: known({
      "gen_ai.skill.name": skill.name,
      "greenroom.skill.id": skill.skillId,
      "greenroom.skill.state": skill.state,
      // A router's reasons are a model's own words.
      "greenroom.skill.reason": skill.state === "not-routed" && !text ? null : skill.reason,
      "greenroom.skill.place": skill.place,
      "greenroom.skill.score": skill.score,
      "greenroom.skill.kept_characters": skill.keptCharacters,
    }),
  }));
}

type Run = {
  started: EventOf<"run-started">;
  finished: EventOf<"run-finished">;
  points: readonly TraceEvent[];
};

function describeRun({ started, finished, points }: Run, { text }: Options): TraceSpan {
  const { agent, model, offered, unavailable, mode, dialect, message, systemPrompt, host } = started.payload;
  const { outcome, error, answer, totals } = finished.payload;
  return {
    seq: started.seq,
    name: `invoke_agent ${agent.name}`,
    kind: "internal",
    startMs: msOf(started),
    endMs: msOf(finished),
    attributes: known({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.id": agent.id,
      "gen_ai.agent.name": agent.name,
      "gen_ai.agent.version": String(agent.revision),
      "gen_ai.conversation.id": started.conversationId,
      "gen_ai.request.model": model.asked?.model ?? model.name,
      "gen_ai.usage.input_tokens": totals.inputTokens,
      "gen_ai.usage.output_tokens": totals.outputTokens,
      "gen_ai.input.messages": text ? JSON.stringify([said("user", message)]) : null,
      "gen_ai.system_instructions": text ? JSON.stringify(said("system", systemPrompt.text).parts) : null,
      "greenroom.run.id": started.runId,
      "greenroom.turn": started.turn,
      "greenroom.dialect": dialect,
      "greenroom.catalogue.mode": mode,
      "greenroom.skills.offered": offered.length,
      "greenroom.skills.unavailable": unavailable.length,
      "greenroom.outcome": outcome,
      "greenroom.answer": answer?.kind,
      "greenroom.tokens_saved": totals.tokensSaved,
      "greenroom.cost_usd": totals.cost,
      "greenroom.host": host?.name,
    }),
    events: points,
    error: error === null ? null : { type: error.code, message: error.message },
  };
}

const said = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
