import type { EventOf, EventType, SessionEvent, ToolCall } from "./events";
import { atifVersion, type Trajectory, type TrajectoryStep } from "./trajectory-schema";

type Unplaced = TrajectoryStep extends infer Step
  ? Step extends unknown
    ? Omit<Step, "step_id">
    : never
  : never;
type Run = EventOf<"run-started">;
type Step = EventOf<"model-step">;

/** What is known of a run besides its log. */
export type TrajectoryIds = {
  session: string;
  trajectory: string;
  extra?: Readonly<Record<string, unknown>>;
};

/**
 * The log of one run as a trajectory of ATIF 1.7. What the host put into the prompt by itself is a system step; what
 * answered a call stands with the step that called. Null for a log without a beginning.
 */
export function writeTrajectory(
  events: readonly SessionEvent[],
  { session, trajectory, extra }: TrajectoryIds,
): Trajectory | null {
  const run = events.find((event): event is Run => event.type === "run-started");
  if (!run) return null;
  const answers = Map.groupBy(events.flatMap(answerOf), ({ call }) => call.step);
  const steps = events
    .flatMap((event): Unplaced[] => stepsOf(event, run, answers))
    .map((step, at): TrajectoryStep => ({ step_id: at + 1, ...step }));
  const metrics = finalMetrics(events, steps.length);
  return {
    schema_version: atifVersion,
    session_id: session,
    trajectory_id: trajectory,
    agent: agentOf(run, events),
    steps,
    ...(metrics ? { final_metrics: metrics } : {}),
    ...(extra ? { extra: { ...extra } } : {}),
  };
}

function agentOf({ payload }: Run, events: readonly SessionEvent[]): Trajectory["agent"] {
  const { agent, model, dialect, mode, offered } = payload;
  const injected = events.find((event) => event.type === "catalogue-injected");
  const tools = [
    ...(injected?.type === "catalogue-injected" ? injected.payload.tools : []),
    ...(payload.otherTools ?? []),
  ];
  return {
    name: agent.slug,
    version: `${agent.revision}`,
    model_name: model.name,
    ...(tools.length > 0
      ? {
          tool_definitions: tools.map(({ name, description, inputSchema }) => ({
            type: "function",
            function: { name, description, parameters: inputSchema },
          })),
        }
      : {}),
    extra: {
      dialect,
      mode,
      model_kind: model.kind,
      skills: offered.map(({ name, version, draftRevision, digest }) => ({
        name,
        version,
        draft_revision: draftRevision,
        digest,
      })),
    },
  };
}

type Answers = ReadonlyMap<number, readonly Answer[]>;

function stepsOf(event: SessionEvent, run: Run, answers: Answers): Unplaced[] {
  const timestamp = event.at;
  const told = (message: string, extra?: Readonly<Record<string, unknown>>): Unplaced[] =>
    message === ""
      ? []
      : [{ timestamp, source: "system", message, ...(extra ? { extra: { ...extra } } : {}) }];
  switch (event.type) {
    case "run-started":
      return [
        ...told(event.payload.systemPrompt.text),
        { timestamp, source: "user", message: event.payload.message },
      ];
    case "catalogue-injected":
      return event.payload.unchangedSinceSeq === null
        ? told(event.payload.text, { event: event.type, place: event.payload.place ?? "system-prompt" })
        : [];
    case "model-step":
      return [agentStep(event, run, answers.get(event.payload.step) ?? [])];
    default:
      return isAnswer(event) && event.payload.call === null
        ? told(event.payload.result, { event: event.type, ...subjectOf(event) })
        : [];
  }
}

function agentStep({ at, payload }: Step, { payload: { model } }: Run, answers: readonly Answer[]): Unplaced {
  const { response, tokens, cost, kept } = payload;
  const textOf = (type: "text" | "reasoning") =>
    response.content.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const calls = response.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ tool_call_id: part.id, function_name: part.toolName, ...argumentsOf(part.input) }]
      : [],
  );
  const ids = new Set(calls.map(({ tool_call_id: id }) => id));
  const results = answers.flatMap((answer) => resultsOf(answer, ids));
  const reasoning = textOf("reasoning");
  const isAsked = model.kind !== "rules";
  return {
    timestamp: at,
    source: "agent",
    model_name: model.name,
    message: textOf("text"),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(results.length > 0 ? { observation: { results } } : {}),
    ...(isAsked && reasoning !== "" ? { reasoning_content: reasoning } : {}),
    ...(isAsked
      ? {
          metrics: {
            prompt_tokens: tokens.input,
            completion_tokens: tokens.output,
            ...(tokens.cached === null ? {} : { cached_tokens: tokens.cached }),
            ...(cost === null ? {} : { cost_usd: cost }),
            extra: { counted_by: tokens.source },
          },
        }
      : {}),
    llm_call_count: isAsked ? 1 : 0,
    extra: { finish_reason: response.finishReason, ...(kept ? { kept_from: kept } : {}) },
  };
}

/** The format knows objects alone. */
const argumentsOf = (
  input: unknown,
): { arguments: Record<string, unknown>; extra?: Record<string, unknown> } =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? { arguments: { ...input } }
    : { arguments: {}, extra: { raw_arguments: input ?? null } };

const answering = [
  "skills-searched",
  "skill-activated",
  "skill-reactivated",
  "skill-already-active",
  "foreign-skill-activated",
  "resource-read",
  "tool-called",
  "request-refused",
] as const satisfies readonly EventType[];
type Answering = EventOf<(typeof answering)[number]>;
type Answer = { call: ToolCall; event: Answering };

const isAnswer = (event: SessionEvent): event is Answering =>
  (answering as readonly EventType[]).includes(event.type);

const answerOf = (event: SessionEvent): Answer[] =>
  isAnswer(event) && event.payload.call ? [{ call: event.payload.call, event }] : [];

/** Some hosts answer with a word and put the text behind it: each is a result of the call. */
function resultsOf({ call: { id }, event }: Answer, ids: ReadonlySet<string>) {
  const { payload } = event;
  const before = [
    "callResult" in payload ? payload.callResult?.text : undefined,
    "note" in payload ? payload.note?.text : undefined,
  ];
  const isError = "isError" in payload && payload.isError === true;
  const extra = { event: event.type, ...subjectOf(event), ...(isError ? { is_error: true } : {}) };
  return [...before, payload.result].flatMap((content) =>
    content === undefined ? [] : [{ ...(ids.has(id) ? { source_call_id: id } : {}), content, extra }],
  );
}

function subjectOf({ payload }: Answering): Record<string, unknown> {
  const skill = "skill" in payload ? payload.skill : null;
  const path = "path" in payload ? payload.path : null;
  const rule = "rule" in payload ? payload.rule : null;
  return {
    ...(skill ? { skill: skill.name, digest: skill.digest } : {}),
    ...(path === null ? {} : { path }),
    ...(rule === null ? {} : { rule }),
  };
}

function finalMetrics(events: readonly SessionEvent[], steps: number): Trajectory["final_metrics"] {
  const end = events.findLast((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  if (!end) return undefined;
  const { outcome, error, answer, totals } = end.payload;
  return {
    total_prompt_tokens: totals.inputTokens,
    total_completion_tokens: totals.outputTokens,
    ...(totals.cachedTokens === null ? {} : { total_cached_tokens: totals.cachedTokens }),
    ...(totals.cost === null ? {} : { total_cost_usd: totals.cost }),
    total_steps: steps,
    extra: {
      outcome,
      duration_ms: totals.durationMs,
      ...(error ? { error } : {}),
      ...(answer ? { answer: answer.kind } : {}),
    },
  };
}
