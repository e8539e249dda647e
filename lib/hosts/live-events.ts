import { readAnswerEnd } from "@/lib/runtime/answer-end";
import type { NewEvent, PayloadOf, SessionEvent, ToolCall } from "@/lib/runtime/events";
import { summariseRun } from "@/lib/runtime/summarise-run";
import type { ReadFact, Reading, UnderstoodReading } from "./exchange-reading-schema";
import {
  type Activated,
  activatedEvent,
  alreadyEvent,
  catalogueEvent,
  readEvent,
  refusedEvent,
} from "./live-fact-events";
import type { SkillFact } from "./skill-facts";
import { textOf } from "./weigh-fact";

/** What is known of the conversation as a whole. */
export type LiveConversation = {
  id: string;
  hostName: string;
  hostVersion: string | null;
  dialect: string;
  person: { id: string; name: string };
};

/** One exchange as it was kept: `facts` are its words, null where these are not kept. */
export type KeptExchange = {
  id: string;
  at: string;
  /** Who answered; `rules` is the built-in Rehearsal. */
  model: { id: string; name: string; kind: "rules" | "live" };
  reading: Reading;
  facts: readonly SkillFact[] | null;
  answerFacts: readonly SkillFact[] | null;
  status: number | null;
  /** Why the answer did not come whole; null when it did. */
  failure: { code: string; message: string } | null;
  tokens: PayloadOf<"model-step">["tokens"];
  firstByteMs: number | null;
  durationMs: number;
  cost: number | null;
};

/** A fact with its words, where these are kept. */
type Told = { read: ReadFact; fact: SkillFact | null };

/**
 * The log of a live host's conversation, made of what was read of its exchanges: the same facts as a rehearsal's, in
 * the same order, so that whatever shows one shows the other. Without words the texts are empty and the sizes stay.
 */
export function liveEvents(
  conversation: LiveConversation,
  exchanges: readonly KeptExchange[],
): SessionEvent[] {
  const writer = new LiveLog(conversation);
  for (const exchange of exchanges) writer.add(exchange);
  return writer.events;
}

/** Texts of one skill that are remembered: traffic that repeats one for ever is looked through again each time. */
const mostHeld = 50;

class LiveLog {
  readonly events: SessionEvent[] = [];
  private turn = 0;
  private runId = "";
  private isOpen = false;
  private step = 0;
  /** Where the events of the open turn begin. */
  private from = 0;
  private exchange: KeptExchange | null = null;
  /** The newest of the open turn: where that is left behind, the exchange that goes by is of the next. */
  private answered: KeptExchange | null = null;
  /** To be told as soon as a turn is open. */
  private rewritten: PayloadOf<"history-rewritten"> | null = null;
  private readonly calls = new Map<string, ToolCall>();
  /** By skill, oldest first. */
  private readonly held = new Map<string, Activated[]>();

  constructor(private readonly conversation: LiveConversation) {}

  add(exchange: KeptExchange): void {
    this.exchange = exchange;
    const { reading } = exchange;
    if (!reading.understood) {
      this.start("", 0);
      this.answered = exchange;
      this.push({ type: "not-understood", payload: { message: reading.message } });
      this.end(exchange.failure ? "failed" : "done");
      return;
    }
    const { rewrittenFrom, messages, facts } = reading;
    if (rewrittenFrom !== null) {
      this.held.clear();
      this.rewritten = { messagesBefore: rewrittenFrom, messages };
    }
    for (const told of inOrder(zip(facts, exchange.facts))) this.addFact(told);
    this.addAnswer(reading, exchange);
  }

  private addFact({ read, fact }: Told): void {
    if (read.kind === "asked") {
      this.start(fact?.kind === "asked" ? fact.text : "", read.tokens);
      return;
    }
    this.stayOpen();
    if (read.kind === "called") this.remember(read, fact);
    const event = this.eventOf(read, fact);
    if (!event) return;
    const added = this.push(event);
    const { skill } = read;
    if (!added || !skill || read.kind !== "activated") return;
    const { seq, turn } = added;
    const held: Activated = {
      seq,
      turn,
      textSha256: read.sha256,
      arguments: read.argumentsSha256 ?? "",
      tokens: read.tokens,
    };
    const earlier = this.held.get(skill.skillId) ?? [];
    this.held.set(skill.skillId, [...earlier.slice(1 - mostHeld), held]);
  }

  private eventOf(read: ReadFact, fact: SkillFact | null): NewEvent | null {
    const text = fact ? textOf(fact) : "";
    const asked = {
      askedBy: read.by === "person" ? ("person" as const) : ("model" as const),
      call: this.callOf(read, fact),
      result: text,
      tokens: read.tokens,
    };
    const held = (read.skill && this.held.get(read.skill.skillId)) ?? [];
    switch (read.kind) {
      case "catalogue":
        return catalogueEvent(read, text);
      case "activated":
        return activatedEvent({ read, fact, asked, held });
      case "already":
        return alreadyEvent({ read, fact, asked, held });
      case "read":
        return readEvent(read, asked);
      case "refused":
        return refusedEvent(read, asked);
      case "tool":
        return { type: "tool-called", payload: { ...asked, skill: null, answeredBy: "host" } };
      default:
        return null;
    }
  }

  private addAnswer(reading: UnderstoodReading, exchange: KeptExchange): void {
    this.stayOpen();
    this.answered = exchange;
    this.step += 1;
    const { tokens, durationMs, firstByteMs, cost, failure } = exchange;
    const content: PayloadOf<"model-step">["response"]["content"] = [];
    for (const { read, fact } of zip(reading.answerFacts, exchange.answerFacts)) {
      if (read.kind === "said") {
        const text = fact?.kind === "said" ? fact.text : "";
        content.push({ type: "text", text, tokens: read.tokens });
        this.push({ type: "text", payload: { step: this.step, text, tokens: read.tokens } });
      } else if (read.kind === "called") {
        const { id, toolName, input } = this.remember(read, fact);
        content.push({ type: "tool-call", id, toolName, input, tokens: read.tokens });
      }
    }
    const throughSeq = this.events.at(-1)?.seq ?? 0;
    const request = { throughSeq, sha256: reading.chain, messages: reading.messages, tokens: tokens.input };
    const response = { content, finishReason: reading.finishReason };
    this.push({
      type: "model-step",
      payload: {
        step: this.step,
        request,
        response,
        tokens,
        timeToFirstTokenMs: firstByteMs,
        durationMs,
        cost,
      },
    });
    const calls = content.some(({ type }) => type === "tool-call");
    if (failure) this.end("failed");
    else if (!calls) this.end("done");
  }

  private stayOpen(): void {
    if (!this.isOpen) this.start("", 0);
    if (this.rewritten) this.push({ type: "history-rewritten", payload: this.rewritten });
    this.rewritten = null;
  }

  private start(message: string, messageTokens: number): void {
    // The person went on before the model was done.
    if (this.isOpen) this.end("interrupted");
    const { hostName, hostVersion, person, dialect, id } = this.conversation;
    const { exchange } = this;
    if (!exchange) return;
    this.turn += 1;
    this.runId = exchange.id;
    this.step = 0;
    this.from = this.events.length;
    this.isOpen = true;
    this.push({
      type: "run-started",
      payload: {
        message,
        messageTokens,
        startedBy: person,
        dialect,
        mode: "inline",
        overlay: [],
        agent: { id, slug: dialect, name: hostName, revision: 0 },
        model: { ...exchange.model, windowTokens: 0 },
        systemPrompt: { text: "", tokens: 0, source: "request" },
        offered: [],
        unavailable: [],
        host: { name: hostName, version: hostVersion },
      },
    });
  }

  private end(outcome: PayloadOf<"run-finished">["outcome"]): void {
    if (!this.isOpen) return;
    const error = outcome === "failed" ? (this.exchange?.failure ?? null) : null;
    const own = this.events.slice(this.from);
    const answer = outcome === "done" ? readAnswerEnd(own) : null;
    const totals = summariseRun(own, endOf(this.answered));
    this.push({ type: "run-finished", payload: { outcome, error, ...(answer ? { answer } : {}), totals } });
    this.isOpen = false;
  }

  private remember(read: ReadFact, fact: SkillFact | null): ToolCall {
    const call: ToolCall = {
      id: read.callId ?? "",
      toolName: read.tool ?? "",
      step: Math.max(1, this.step),
      input: fact?.kind === "called" ? (fact.call.input ?? null) : null,
    };
    this.calls.set(call.id, call);
    return call;
  }

  private callOf(read: ReadFact, fact: SkillFact | null): ToolCall | null {
    if (read.callId === undefined) return null;
    const known = this.calls.get(read.callId);
    if (known) return known;
    const input = fact && "call" in fact && fact.call ? (fact.call.input ?? null) : null;
    return { id: read.callId, toolName: read.tool ?? "", input, step: Math.max(1, this.step) };
  }

  private push(event: NewEvent): SessionEvent | null {
    const { exchange, runId, turn } = this;
    if (!exchange) return null;
    const { id } = this.conversation;
    const added: SessionEvent = {
      ...event,
      seq: this.events.length + 1,
      conversationId: id,
      branchId: id,
      runId,
      turn,
      at: exchange.at,
      traceId: traceOf(exchange.id),
    };
    this.events.push(added);
    return added;
  }
}

/** What the events of an exchange are traced by. */
export const traceOf = (exchange: string): string => exchange.replaceAll("-", "");

const endOf = (exchange: KeptExchange | null): Date =>
  exchange ? new Date(Date.parse(exchange.at) + exchange.durationMs) : new Date(0);

/** The list of skills stands before the first message of a conversation, and is told behind it. */
const inOrder = (told: readonly Told[]): Told[] => {
  const asked = told.findIndex(({ read }) => read.kind === "asked");
  const list = told.findIndex(({ read }) => read.kind === "catalogue");
  if (list < 0 || asked < list) return [...told];
  const rest = told.filter((_, at) => at !== list);
  return [...rest.slice(0, asked), ...told.slice(list, list + 1), ...rest.slice(asked)];
};

/** Words belong to facts by their places; where they are others, none do. */
function zip(read: readonly ReadFact[], facts: readonly SkillFact[] | null): Told[] {
  const fits = facts?.length === read.length && facts.every(({ kind }, at) => kind === read[at]?.kind);
  return read.map((one, at) => ({ read: one, fact: fits ? (facts[at] ?? null) : null }));
}
