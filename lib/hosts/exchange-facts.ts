import type { Sha256 } from "@/lib/runtime/ports";
import { parseReading } from "./exchange-reading-schema";
import { SkillFacts } from "./find-skill-facts";
import type { HostAnswer, HostMessage, HostProtocol, HostRequest } from "./host-traffic";
import { readHostAnswer } from "./read-host-answer";
import { readHostRequest } from "./read-host-request";
import type { SkillFact } from "./skill-facts";
import { isReminder, withoutReminders } from "./without-reminders";

/** One request of a host and its answer, as they went by. */
export type WireExchange = {
  protocol: HostProtocol;
  modelAsked: string;
  userAgent: string;
  request: unknown;
  answer: { contentType: string; text: string } | null;
  /** What was read of the exchange before in the same conversation. */
  before: unknown;
};

export type ExchangeFacts = {
  request: HostRequest;
  answer: HostAnswer | null;
  /** The first message that is new, and how many there were before where the history is another one now. */
  from: number;
  rewrittenFrom: number | null;
  chain: string;
  facts: SkillFact[];
  answerFacts: SkillFact[];
};

/** What happened with skills since the exchange before; null for a request that is none of its protocol. */
export function exchangeFacts(exchange: WireExchange, sha256: Sha256): ExchangeFacts | null {
  const { protocol, modelAsked, userAgent } = exchange;
  const request = readHostRequest(protocol, exchange.request, { model: modelAsked, userAgent });
  if (!request) return null;
  const read = parseReading(exchange.before);
  const before = read?.understood ? read : null;
  const answer = exchange.answer && readHostAnswer(protocol, exchange.answer);
  const goesOn =
    before !== null &&
    before.messages <= request.messages.length &&
    chainOf(request.messages.slice(0, before.messages), sha256) === before.chain;
  const from = before === null ? 0 : goesOn ? before.messages : sinceLastAnswer(request.messages);
  return {
    request,
    answer,
    from,
    rewrittenFrom: before !== null && !goesOn ? before.messages : null,
    chain: chainOf(request.messages, sha256),
    facts: newFacts(new SkillFacts(request).between(from), before?.isAnswered ?? false),
    answerFacts: answer ? factsOfAnswer(answer) : [],
  };
}

/** What a request brings; the model's own words are left out where its answer was read before. */
export const newFacts = (facts: readonly SkillFact[], isAnswered: boolean): SkillFact[] =>
  isAnswered ? facts.filter((fact) => !isModels(fact)) : [...facts];

/** Whether these are the model's own words, or a call of it. */
export const isModels = ({ kind }: SkillFact): boolean => kind === "said" || kind === "called";

/** What the model said and called. */
export const factsOfAnswer = ({ parts }: HostAnswer): SkillFact[] => parts.flatMap(answerFact);

const answerFact = (part: HostAnswer["parts"][number]): SkillFact[] => {
  if (part.kind === "text") return part.text === "" ? [] : [{ kind: "said", text: part.text }];
  if (part.kind !== "call") return [];
  return [{ kind: "called", call: { id: part.id, tool: part.tool, input: part.input } }];
};

/** Where the host has another history than before, all but what follows the model's last words is known or gone. */
const sinceLastAnswer = (messages: readonly HostMessage[]): number =>
  messages.findLastIndex(({ role }) => role === "assistant") + 1;

/** One digest over messages, without what hosts change in them from one request to the next. */
export function chainOf(messages: readonly HostMessage[], sha256: Sha256): string {
  let chain = "";
  for (const { role, place, parts } of messages) {
    if (place === "system-prompt") continue;
    const said = parts.flatMap((part) =>
      part.kind === "text"
        ? isReminder(part.text)
          ? []
          : [part.text]
        : part.kind === "result"
          ? [part.callId, withoutReminders(part.text).trimEnd()]
          : part.kind === "call"
            ? [part.id, part.tool, JSON.stringify(part.input)]
            : [part.kind],
    );
    if (said.length > 0 && role !== "system") chain = sha256(JSON.stringify([chain, role, ...said]));
  }
  return chain;
}
