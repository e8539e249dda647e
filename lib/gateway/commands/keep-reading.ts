import "server-only";
import type { Context } from "@/lib/access/context";
import {
  couldNotBeRead,
  isUnread,
  parseReading,
  type ReadFact,
  type Reading,
} from "@/lib/hosts/exchange-reading-schema";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import type { WatchedType } from "@/lib/runtime/watched-event";
import type { ReadExchange, SeenExchange } from "../ports";
import { splitRequest, withHistory } from "../split-request";
import type { WeighedExchange } from "../weigh-exchange";
import type { Place } from "../writes/place-exchange";

type Kept = { seen: SeenExchange; known: WeighedExchange; isAnswered: boolean; place: Place };

/** What happened to skills, beside the exchange; what cannot be read says so there, and leaves the rest as it is. */
export async function keepReading(
  context: Context,
  read: ReadExchange,
  { seen, known, isAnswered, place }: Kept,
): Promise<void> {
  const answer = isAnswered ? { contentType: seen.answer.contentType, text: known.answerText } : null;
  try {
    const before = isUnread(place.before)
      ? await readBase(context, read, { seen, known, place })
      : place.before;
    const reading = await read(context, { ...seen, request: known.body, answer, before });
    await context.db.$executeRaw`
      UPDATE "LiveExchange" SET reading = ${JSON.stringify(reading)}::json WHERE id = ${seen.id}::uuid`;
    countFacts(parseReading(reading));
  } catch (error) {
    log.error({ err: error, exchange: seen.id }, "an exchange of a host could not be read");
    await context.db.$executeRaw`
      UPDATE "LiveExchange" SET reading = ${JSON.stringify(couldNotBeRead)}::json,
        note = COALESCE(note, ${couldNotBeRead.message})
      WHERE id = ${seen.id}::uuid AND "workspaceId" = ${context.workspace.id}::uuid`;
  }
}

const watched: Partial<Record<ReadFact["kind"], WatchedType>> = {
  activated: "activated",
  already: "already-active",
  read: "read",
  refused: "refused",
};

function countFacts(reading: Reading | null): void {
  if (!reading?.understood) return;
  for (const { kind } of [...reading.facts, ...reading.answerFacts]) {
    const type = watched[kind];
    if (type) metrics().skillEvents.inc({ type, surface: "host" });
  }
}

/**
 * The reading of the exchange that this one goes on with, where another server has not written that yet or could not:
 * its history is the beginning of this one's. Null for the first of a history.
 */
async function readBase(
  context: Context,
  read: ReadExchange,
  { seen, known, place }: Omit<Kept, "isAnswered">,
): Promise<unknown> {
  const split = splitRequest(seen.protocol, known.body);
  if (!split || place.goesOnBehind === 0) return null;
  const request = withHistory(seen.protocol, split.head, split.items.slice(0, place.goesOnBehind));
  return read(context, { ...seen, request, answer: null, before: null });
}
