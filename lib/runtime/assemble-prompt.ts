import type { CataloguePlace } from "./dialect";
import type { EventOf, PayloadOf, SessionEvent, ToolDefinition } from "./events";
import type { Prompt, PromptMessage, PromptPart, PromptSource } from "./prompt";

type AnswerEvent = EventOf<
  | "skill-activated"
  | "skill-reactivated"
  | "skill-already-active"
  | "resource-read"
  | "skills-searched"
  | "tool-called"
  | "request-refused"
>;

const history: PromptSource = { kind: "history" };

/** What stands in for the answer to a call that its run did not live to give; providers insist on one per call. */
export const unansweredCall = JSON.stringify({ error: "The run ended before this call was answered." });
const evictedNote = "[Taken out to shorten the conversation.]";

/**
 * The prompt that the next request of a branch carries. A pure function of the branch's events in order, so the
 * same log gives the same prompt after a restart, on another server, and in the inspector.
 */
export function assemblePrompt(events: readonly SessionEvent[]): Prompt {
  const lastRun = events.findLast((event) => event.type === "run-started");
  const catalogue = events.findLast(
    (event) => event.type === "catalogue-injected" && event.runId === lastRun?.runId,
  );
  const run = lastRun?.type === "run-started" ? lastRun.payload : null;
  const injected = catalogue?.type === "catalogue-injected" ? catalogue.payload : null;
  const { messages: said, ownTools } = assembleMessages(events);
  const place = injected?.place ?? "system-prompt";
  const messages = catalogue && injected ? placeCatalogue(said, place, catalogue.seq, injected.text) : said;
  for (const { skill, tools, toolTokens } of injected?.eager ?? [])
    if (tools) ownTools.set(skill.skillId, { tools, tokens: toolTokens ?? 0 });
  const toolTokens =
    (run?.otherToolTokens ?? 0) +
    (injected?.toolTokens ?? 0) +
    [...ownTools.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  const prefixTokens = (run?.systemPrompt.tokens ?? 0) + (injected?.tokens ?? 0) + toolTokens;
  return {
    system: [run?.systemPrompt.text ?? "", place === "system-prompt" ? (injected?.text ?? "") : ""]
      .filter((text) => text !== "")
      .join("\n\n"),
    tools: distinctTools([
      ...(run?.otherTools ?? []),
      ...(injected?.tools ?? []),
      ...[...ownTools.values()].flatMap(({ tools }) => tools.map(({ definition }) => definition)),
    ]),
    messages,
    toolTokens,
    tokens: messages.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.tokens, prefixTokens),
  };
}

/**
 * Puts the catalogue in or behind the conversation's first message. Its tokens are counted with the event, not here.
 */
function placeCatalogue(
  messages: readonly PromptMessage[],
  place: CataloguePlace,
  seq: number,
  text: string,
): PromptMessage[] {
  const [first, ...rest] = messages;
  if (place === "system-prompt" || !first || text === "") return [...messages];
  const part = textPart(text, seq, 0);
  return place === "first-message"
    ? [{ ...first, parts: [part, ...first.parts] }, ...rest]
    : [first, { role: "system", parts: [part] }, ...rest];
}

/** Providers refuse two tools of one name; the first keeps it, so a skill cannot take the runtime's. */
const distinctTools = (tools: readonly ToolDefinition[]): ToolDefinition[] => {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
};

/** What a recorded sha256 is taken of: everything a model sees, nothing that only we do. */
export function promptFingerprint(prompt: Prompt): string {
  const messages = prompt.messages.map(({ role, parts }) => ({
    role,
    parts: parts.map(({ seq: _, tokens: __, source: ___, ...seen }) => seen),
  }));
  return JSON.stringify({ system: prompt.system, tools: prompt.tools, messages });
}

type OwnTools = Map<string, { tools: NonNullable<PayloadOf<"skill-activated">["tools"]>; tokens: number }>;

function assembleMessages(events: readonly SessionEvent[]): {
  messages: PromptMessage[];
  ownTools: OwnTools;
} {
  const evicted = new Set(
    events.flatMap((event) => (event.type === "content-evicted" ? [event.payload.evictedSeq] : [])),
  );
  const draft = new MessageDraft(evicted);
  const evictedRuns = new Set(
    events.flatMap((event) => (event.type === "run-started" && evicted.has(event.seq) ? [event.runId] : [])),
  );
  const kept = evictedRuns.size === 0 ? events : events.flatMap(withoutTurns(evictedRuns, events, evicted));
  for (const event of kept) draft.add(event);
  return draft.finish();
}

/**
 * Of an evicted turn the skills that it activated stay until they are evicted themselves: their texts, the calls
 * that asked for them (providers insist on both), and the reasoning that some providers tie to a call.
 */
function withoutTurns(
  runs: ReadonlySet<string>,
  events: readonly SessionEvent[],
  evicted: ReadonlySet<number>,
): (event: SessionEvent) => SessionEvent[] {
  const stays = (event: SessionEvent) =>
    (event.type === "skill-activated" || event.type === "skill-reactivated") && !evicted.has(event.seq);
  const activations = events.filter((event) => runs.has(event.runId) && stays(event));
  const runsThatStay = new Set(activations.map(({ runId }) => runId));
  const calls = new Set(
    activations.flatMap((event) =>
      "call" in event.payload && event.payload.call ? [`${event.runId} ${event.payload.call.id}`] : [],
    ),
  );
  return (event) => {
    if (!runs.has(event.runId) || stays(event)) return [event];
    if (!runsThatStay.has(event.runId)) return [];
    if (event.type === "run-finished") return [event];
    if (event.type === "run-started")
      return [{ ...event, payload: { ...event.payload, message: evictedNote, messageTokens: 0 } }];
    if (event.type !== "model-step") return [];
    const { response } = event.payload;
    const isKept = (id: string) => calls.has(`${event.runId} ${id}`);
    if (!response.content.some((part) => part.type === "tool-call" && isKept(part.id))) return [];
    const content = response.content.filter(
      (part) => part.type === "reasoning" || (part.type === "tool-call" && isKept(part.id)),
    );
    return [{ ...event, payload: { ...event.payload, response: { ...response, content } } }];
  };
}

/** The messages so far, with what has been streamed but not confirmed and the calls still without an answer. */
class MessageDraft {
  private readonly messages: PromptMessage[] = [];
  private streamed: EventOf<"text">[] = [];
  private openCalls: { id: string; toolName: string; seq: number }[] = [];
  private readonly ownTools: OwnTools = new Map();
  /** The texts that came in behind the results of this step. */
  private following: PromptMessage | null = null;

  constructor(private readonly evicted: ReadonlySet<number>) {}

  add(event: SessionEvent): void {
    switch (event.type) {
      case "run-started":
        this.settle();
        this.following = null;
        // A message of its own even after one that was never answered.
        this.messages.push({
          role: "user",
          parts: [textPart(event.payload.message, event.seq, event.payload.messageTokens)],
        });
        return;
      case "text":
        this.streamed.push(event);
        return;
      case "model-step":
        this.addStep(event.payload, event.seq);
        return;
      case "run-finished":
        this.settle();
        return;
      case "skill-activated":
      case "skill-reactivated":
      case "skill-already-active":
      case "resource-read":
      case "skills-searched":
      case "tool-called":
      case "request-refused":
        this.addAnswer(event);
        return;
      case "catalogue-injected":
      case "skills-routed":
      case "result-awaited":
      case "script-started":
      case "script-output":
      case "script-ran":
      case "content-evicted":
      case "model-retried":
      // Of live hosts alone, whose prompts are their own.
      case "foreign-skill-activated":
      case "history-rewritten":
      case "not-understood":
        return;
    }
  }

  /** The messages as they would be sent now. Calls stay open: their answers may be the next events. */
  finish(): { messages: PromptMessage[]; ownTools: OwnTools } {
    return { messages: this.messages, ownTools: this.ownTools };
  }

  private addStep({ response }: PayloadOf<"model-step">, seq: number): void {
    this.streamed = [];
    this.following = null;
    if (response.content.length === 0) return;
    const parts = response.content.map((part): PromptPart => ({ ...part, seq, source: history }));
    this.messages.push({ role: "assistant", parts });
    this.openCalls = response.content.flatMap((part) =>
      part.type === "tool-call" ? [{ id: part.id, toolName: part.toolName, seq }] : [],
    );
  }

  private addAnswer(event: AnswerEvent): void {
    const { seq, payload } = event;
    const gone = this.evicted.has(seq);
    if (!gone && (event.type === "skill-activated" || event.type === "skill-reactivated")) {
      const { skill, tools, toolTokens } = event.payload;
      if (tools) this.ownTools.set(skill.skillId, { tools, tokens: toolTokens ?? 0 });
    }
    const text = gone ? evictedNote : payload.result;
    const weight = { seq, tokens: gone ? 0 : payload.tokens, source: gone ? history : sourceOf(event) };
    const { call } = payload;
    if (call === null) {
      this.push("user", { type: "text", text, ...weight });
      return;
    }
    this.openCalls = this.openCalls.filter(({ id }) => id !== call.id);
    const result = { type: "tool-result" as const, id: call.id, toolName: call.toolName };
    if ("callResult" in payload && payload.callResult) {
      this.push("tool", { ...result, ...payload.callResult, seq, source: history });
      if (!gone && "note" in payload && payload.note)
        this.follow({ ...textPart("", seq, 0), ...payload.note });
      this.follow({ type: "text", text, ...weight });
      return;
    }
    const failed = "isError" in payload && payload.isError ? { isError: payload.isError } : {};
    this.push("tool", { ...result, text, ...failed, ...weight });
  }

  /** Behind the results of the same step, which providers want to stand together. */
  private follow(part: PromptPart): void {
    if (!this.following) {
      this.following = { role: "user", parts: [] };
      this.messages.push(this.following);
    }
    this.following.parts.push(part);
  }

  /** A run is over: what it streamed without finishing its step stays, what it left unanswered is said so. */
  private settle(): void {
    for (const { id, toolName, seq } of this.openCalls)
      this.push("tool", {
        type: "tool-result",
        id,
        toolName,
        text: unansweredCall,
        seq,
        tokens: 0,
        source: history,
      });
    this.openCalls = [];
    const first = this.streamed[0];
    if (first) {
      const text = this.streamed.map(({ payload }) => payload.text).join("");
      const tokens = this.streamed.reduce((sum, { payload }) => sum + payload.tokens, 0);
      this.messages.push({ role: "assistant", parts: [textPart(text, first.seq, tokens)] });
    }
    this.streamed = [];
  }

  private push(role: PromptMessage["role"], part: PromptPart): void {
    const isBehind = role === "tool" && this.following !== null && this.messages.at(-1) === this.following;
    const last = this.messages.at(isBehind ? -2 : -1);
    if (last?.role === role) last.parts.push(part);
    else this.messages.push({ role, parts: [part] });
  }
}

const textPart = (text: string, seq: number, tokens: number): PromptPart => ({
  type: "text",
  text,
  seq,
  tokens,
  source: history,
});

function sourceOf(event: AnswerEvent): PromptSource {
  if (event.type === "skill-activated" || event.type === "skill-reactivated")
    return { kind: "skill", skillId: event.payload.skill.skillId, name: event.payload.skill.name };
  if (event.type === "resource-read") {
    const { skill, path } = event.payload;
    return { kind: "resource", skillId: skill.skillId, name: skill.name, path };
  }
  return history;
}
