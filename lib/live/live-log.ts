import "server-only";
import type { Context } from "@/lib/access/context";
import { isAnswered } from "@/lib/gateway/is-answered";
import { getLiveSession } from "@/lib/gateway/live-sessions";
import { isKnownHost, knownHosts } from "@/lib/hosts/host-traffic";
import { type KeptExchange, liveEvents, traceOf } from "@/lib/hosts/live-events";
import type { SessionEvent } from "@/lib/runtime/events";
import { type EventList, type ListEvents, listEventsSchema } from "@/lib/sessions/schema";
import { linesOf } from "./internal/live-lines";
import { readWords, withoutWords } from "./internal/read-words";
import { listReadRows, type ReadingContext, type ReadRow, readReadRows } from "./read-rows";

/**
 * The log of a live host's conversation, as that of a rehearsal is read. NOT_FOUND as the conversation itself. It is
 * made of what was read of every exchange; words are asked for of those alone that the page is about.
 */
export async function listLiveEvents(
  context: Context,
  input: ListEvents & { session: string },
): Promise<EventList> {
  const { after, limit } = listEventsSchema.parse(input);
  const live = await getLiveSession(context, input);
  const { id } = live;
  const conversation = conversationOf(live);
  const rows = await listReadRows(context, id);
  const kept = rows.map(toKept);
  const pageOf = <T>(events: readonly T[]): T[] => events.slice(after, after + limit);
  const bare = liveEvents(
    conversation,
    kept.map((exchange) => ({ ...exchange, ...withoutWords })),
  );
  const paged = new Set(pageOf(bare).map(({ traceId }) => traceId));
  const words = await readWords(context, live, {
    lines: linesOf(rows),
    isAsked: (exchange) => paged.has(traceOf(exchange)),
  });
  const items = pageOf(
    liveEvents(
      conversation,
      kept.map((exchange) => ({ ...exchange, ...(words.get(exchange.id) ?? withoutWords) })),
    ),
  );
  const last = items.at(-1)?.seq;
  return { items, nextAfter: last !== undefined && last < bare.length ? last : null };
}

type LiveSession = Parameters<typeof conversationOf>[0];

/**
 * The whole log without its words, each event with the exchange it is of, for what the server itself makes of it: asks
 * nobody for permission. Up to the first exchange that is still being read.
 */
export async function readLiveLog(
  context: ReadingContext,
  session: LiveSession,
): Promise<{ events: SessionEvent[]; seqOf: (event: SessionEvent) => number }> {
  const rows = await readReadRows(context, session.id);
  const seqs = new Map(rows.map(({ exchange }) => [traceOf(exchange.id), exchange.seq]));
  const kept = rows.map((row) => ({ ...toKept(row), ...withoutWords }));
  return {
    events: liveEvents(conversationOf(session), kept),
    seqOf: ({ traceId }) => seqs.get(traceId) ?? 0,
  };
}

type Person = { id: string; name: string };

const conversationOf = (live: {
  id: string;
  host: string | null;
  hostVersion: string | null;
  person: Person;
}) => {
  const { id, host, hostVersion, person } = live;
  const hostName = host !== null && isKnownHost(host) ? knownHosts[host] : "Unknown host";
  return { id, hostName, hostVersion, dialect: host ?? "standard", person };
};

const failures = {
  cut: "The model's answer broke off.",
  left: "The host went away before the answer was whole.",
  late: "The model took longer than the connection allows.",
  refused: "The gateway refused the request.",
} as const;

function toKept({ exchange, reading }: ReadRow): Omit<KeptExchange, "facts" | "answerFacts"> {
  const { id, at, modelId, status, ending, tokens, isEstimate, note } = exchange;
  const refused = status !== null && !isAnswered(status) ? `The model answered with status ${status}.` : null;
  const failure = ending === "whole" ? refused : failures[ending];
  return {
    id,
    at,
    reading,
    status,
    model: { id: modelId, name: modelId, kind: modelId === "rehearsal" ? "rules" : "live" },
    failure: failure === null ? null : { code: ending.toUpperCase(), message: note ?? failure },
    tokens: {
      ...(tokens ?? { input: 0, output: 0, cached: null }),
      source: isEstimate || tokens === null ? "estimate" : "provider",
    },
    firstByteMs: exchange.firstByteMs,
    durationMs: exchange.durationMs,
    cost: exchange.cost,
  };
}
