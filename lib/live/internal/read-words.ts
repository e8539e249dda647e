import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { getLiveExchange } from "@/lib/gateway/live-exchanges";
import type { LiveExchangeBody, LiveSession } from "@/lib/gateway/live-schema";
import { factsOfAnswer, isModels, newFacts } from "@/lib/hosts/exchange-facts";
import { SkillFacts } from "@/lib/hosts/find-skill-facts";
import type { KeptExchange } from "@/lib/hosts/live-events";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import type { SkillFact } from "@/lib/hosts/skill-facts";
import type { LiveLine } from "./live-lines";

/** Histories whose words are read for one page: a host with more helpers than these has their words left out. */
const mostLines = 50;

export type ExchangeWords = Pick<KeptExchange, "facts" | "answerFacts">;
export const withoutWords: ExchangeWords = { facts: null, answerFacts: null };

/** The words of those exchanges that are asked for, by their ids; of the newest histories where there are many. */
export async function readWords(
  context: Context,
  live: LiveSession,
  { lines, isAsked }: { lines: readonly LiveLine[]; isAsked: (id: string) => boolean },
): Promise<Map<string, ExchangeWords>> {
  const words = new Map<string, ExchangeWords>();
  const asked = lines.filter((line) => line.some(({ exchange }) => isAsked(exchange.id)));
  for (const line of asked.slice(-mostLines))
    for (const [id, one] of await wordsOfLine(context, live, line)) words.set(id, one);
  return words;
}

/** The newest body of a history holds the words of all exchanges before it: it is taken apart once. */
async function wordsOfLine(
  context: Context,
  live: LiveSession,
  line: LiveLine,
): Promise<[string, ExchangeWords][]> {
  const { id: session, protocol } = live;
  const last = line.findLastIndex(({ exchange }) => exchange.hasBody);
  const seq = line[last]?.exchange.seq;
  const body = seq === undefined ? null : await getLiveExchange(context, { session, seq });
  const request = body && readHostRequest(protocol, body.request);
  if (!body || !request) return [];
  const facts = new SkillFacts(request);
  return line.slice(0, last + 1).map(({ exchange, reading, isAnsweredBefore }, at) => {
    if (!reading.understood) return [exchange.id, withoutWords];
    const { from, messages } = reading;
    const next = line[at + 1]?.reading;
    // The model's words stand in the host's next request as it sends them back.
    const said = next?.understood ? facts.between(messages, next.messages).filter(isModels) : null;
    return [
      exchange.id,
      {
        facts: newFacts(facts.between(from, messages), isAnsweredBefore),
        answerFacts: at === last ? answerOf(live, body) : said,
      },
    ];
  });
}

const answerSchema = z.object({ contentType: z.string(), text: z.string() });

function answerOf({ protocol }: LiveSession, { answer }: LiveExchangeBody): SkillFact[] | null {
  const kept = answerSchema.safeParse(answer).data;
  return kept ? factsOfAnswer(readHostAnswer(protocol, kept)) : null;
}
