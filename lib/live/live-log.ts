import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { getLiveExchange, listLiveExchanges } from "@/lib/gateway/live-exchanges";
import type { LiveExchange, LiveExchangeBody, LiveSession } from "@/lib/gateway/live-schema";
import { getLiveSession } from "@/lib/gateway/live-sessions";
import { factsOfAnswer, factsSince } from "@/lib/hosts/exchange-facts";
import { findSkillFacts } from "@/lib/hosts/find-skill-facts";
import type { HostRequest } from "@/lib/hosts/host-traffic";
import { isKnownHost, knownHosts } from "@/lib/hosts/host-traffic";
import { type KeptExchange, liveEvents } from "@/lib/hosts/live-events";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { notUnderstood, parseReading, type Reading } from "@/lib/hosts/reading";
import type { SkillFact } from "@/lib/hosts/skill-facts";
import type { SessionEvent } from "@/lib/runtime/events";
import { type EventList, type ListEvents, listEventsSchema } from "@/lib/sessions/schema";

/** The log of a live host's conversation, as that of a rehearsal is read. NOT_FOUND as the conversation itself. */
export async function listLiveEvents(
  context: Context,
  input: ListEvents & { session: string },
): Promise<EventList> {
  const { after, limit } = listEventsSchema.parse(input);
  const events = await readLiveEvents(context, input.session);
  const page = events.filter(({ seq }) => seq > after).slice(0, limit);
  const last = page.at(-1)?.seq;
  return { items: page, nextAfter: last !== undefined && last < events.length ? last : null };
}

/** One exchange that is part of the history, with what was read of it. */
export type ReadRow = { exchange: LiveExchange; reading: Reading };

/** What went by, in order, without what was asked beside the conversation. */
export async function listReadRows(context: Context, session: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for (let after = 0; ; ) {
    const page = await listLiveExchanges(context, { session, after });
    for (const exchange of page) {
      if (!exchange.isSide) rows.push({ exchange, reading: parseReading(exchange.reading) ?? notUnderstood });
    }
    const last = page.at(-1)?.seq;
    if (last === undefined) return rows;
    after = last;
  }
}

async function readLiveEvents(context: Context, session: string): Promise<SessionEvent[]> {
  const live = await getLiveSession(context, { session });
  const rows = await listReadRows(context, session);
  const kept: KeptExchange[] = [];
  for (const segment of segmentsOf(rows)) kept.push(...(await withWords(context, live, segment)));
  const { host, hostVersion, person } = live;
  const name = host !== null && isKnownHost(host) ? knownHosts[host] : "Unknown host";
  return liveEvents({ id: live.id, hostName: name, hostVersion, dialect: host ?? "standard", person }, kept);
}

type Segment = (ReadRow & { isAnsweredBefore: boolean })[];

/** Exchanges of one history each: the host began another one where it no longer sends what it sent before. */
function segmentsOf(rows: readonly ReadRow[]): Segment[] {
  const segments: Segment[] = [];
  let isAnsweredBefore = false;
  for (const row of rows) {
    const { reading } = row;
    const isNew = !reading.understood || reading.rewrittenFrom !== null || segments.length === 0;
    if (isNew) segments.push([]);
    segments.at(-1)?.push({ ...row, isAnsweredBefore });
    isAnsweredBefore = reading.understood && reading.isAnswered;
  }
  return segments;
}

/** The newest body of a history holds the words of all exchanges before it. */
async function withWords(context: Context, live: LiveSession, segment: Segment): Promise<KeptExchange[]> {
  const { id: session, protocol } = live;
  const last = segment.findLastIndex(({ exchange }) => exchange.hasBody);
  const seq = segment[last]?.exchange.seq;
  const body = seq === undefined ? null : await getLiveExchange(context, { session, seq });
  const request = body && readHostRequest(protocol, body.request);
  return segment.map((row, at) => {
    const next = segment[at + 1];
    const isKept = request !== null && at <= last;
    return {
      ...toKept(row),
      facts: isKept ? requestFacts(request, row) : null,
      answerFacts: !isKept
        ? null
        : at === last
          ? lastAnswer(live, body)
          : next
            ? saidBetween(request, row.reading, next.reading)
            : null,
    };
  });
}

function requestFacts(
  request: HostRequest,
  { reading, isAnsweredBefore }: Segment[number],
): SkillFact[] | null {
  return reading.understood ? factsSince(request, reading.from, isAnsweredBefore, reading.messages) : null;
}

const answerSchema = z.object({ contentType: z.string(), text: z.string() });

function lastAnswer({ protocol }: LiveSession, body: LiveExchangeBody | null): SkillFact[] | null {
  const answer = answerSchema.safeParse(body?.answer).data;
  return answer ? factsOfAnswer(readHostAnswer(protocol, answer)) : null;
}

/** The model's words as the host sends them back with its next request. */
function saidBetween(request: HostRequest, reading: Reading, next: Reading): SkillFact[] | null {
  if (!reading.understood || !next.understood) return null;
  return findSkillFacts(
    { ...request, messages: request.messages.slice(0, next.messages) },
    reading.messages,
  ).filter(({ kind }) => kind === "said" || kind === "called");
}

const failures = {
  cut: "The model's answer broke off.",
  left: "The host went away before the answer was whole.",
  late: "The model took longer than the connection allows.",
  refused: "The gateway refused the request.",
} as const;

function toKept({ exchange, reading }: ReadRow): Omit<KeptExchange, "facts" | "answerFacts"> {
  const { id, at, modelId, status, ending, tokens, isEstimate, note } = exchange;
  const refused = status !== null && status >= 400 ? `The model answered with status ${status}.` : null;
  const failure = ending === "whole" ? refused : failures[ending];
  return {
    ...{ id, at, reading, status },
    model: { id: modelId, name: modelId, kind: modelId === "rehearsal" ? "rules" : "live" },
    failure: failure === null ? null : { code: ending.toUpperCase(), message: note ?? failure },
    tokens: {
      ...(tokens ?? { input: 0, output: 0, cached: null }),
      source: isEstimate || tokens === null ? "estimate" : "provider",
    },
    ...{ firstByteMs: exchange.firstByteMs, durationMs: exchange.durationMs, cost: exchange.cost },
  };
}
