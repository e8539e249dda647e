import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getLiveExchange } from "@/lib/gateway/live-exchanges";
import type { SessionEvent } from "@/lib/runtime/events";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aLongLiveSession } from "@/lib/testing/hosts/long-live-session";
import { countedQueries } from "@/lib/testing/rows/counted-queries";
import { listLiveEvents } from "./live-log";

const { db } = testDatabase();
const eventsEach = 4;

/** Reads a page and says how often the database was asked for it. */
async function pageOf(ines: Context, input: Parameters<typeof listLiveEvents>[1]) {
  const counted = countedQueries(db);
  const page = await listLiveEvents({ ...ines, db: counted.db }, input);
  return { ...page, asked: counted.asked() };
}

const textsOf = (items: readonly SessionEvent[]) =>
  items.flatMap((event) => (event.type === "text" ? [event.payload.text] : []));

it("asks the database as often for 500 exchanges as for 10, and puts a history together in one query", async () => {
  const ines = await aContext(db);
  const [short, long] = [await aLongLiveSession(ines, 10), await aLongLiveSession(ines, 500)];
  const [few, many] = [await pageOf(ines, { session: short }), await pageOf(ines, { session: long })];
  expect(few.items).toHaveLength(10 * eventsEach);
  expect(many.items).toHaveLength(500 * eventsEach);
  expect(many.asked).toBe(few.asked);
  const counted = countedQueries(db);
  const { request } = await getLiveExchange({ ...ines, db: counted.db }, { session: long, seq: 500 });
  expect(counted.asked()).toBeLessThanOrEqual(5);
  const { messages } = request && typeof request === "object" && "messages" in request ? request : {};
  expect(messages).toHaveLength(999);
});

it("of 500 exchanges and more is read page by page, each with its own words, and is one log", async () => {
  const ines = await aContext(db);
  const session = await aLongLiveSession(ines, 520);
  const whole = await pageOf(ines, { session, limit: 5_000 });
  expect(whole.nextAfter).toBeNull();
  expect(textsOf(whole.items)).toEqual(Array.from({ length: 520 }, (_, at) => `Answer ${at}`));
  const paged: SessionEvent[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(ines, { session, after, limit: 700 });
    expect(page.asked).toBeLessThanOrEqual(whole.asked);
    paged.push(...page.items);
    after = page.nextAfter;
  }
  expect(paged).toEqual(whole.items);
});

it("has no words of a history of which a piece is gone, and all its events", async () => {
  const ines = await aContext(db);
  const session = await aLongLiveSession(ines, 6);
  await db.$executeRaw`UPDATE "LiveExchange" SET items = NULL WHERE "sessionId" = ${session}::uuid AND seq = 2`;
  const { items } = await listLiveEvents(ines, { session });
  expect(items).toHaveLength(6 * eventsEach);
  expect(textsOf(items)).toEqual(["", "", "", "", "", ""]);
  expect((await getLiveExchange(ines, { session, seq: 6 })).request).toBeNull();
});
