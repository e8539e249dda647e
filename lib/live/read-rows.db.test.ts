import { describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { Prisma } from "@/lib/db/generated/client";
import { createGatewayKey } from "@/lib/gateway/commands/create-gateway-key";
import { keepExchange } from "@/lib/gateway/commands/keep-exchange";
import { spendExchange } from "@/lib/gateway/commands/spend-exchange";
import type { ReadExchange } from "@/lib/gateway/ports";
import { beingRead } from "@/lib/hosts/exchange-reading-schema";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { streamedMessage } from "@/lib/testing/hosts/host-requests";
import { aLiveSession } from "@/lib/testing/hosts/live-sessions";
import { aRequestOf, aSeenExchange } from "@/lib/testing/hosts/seen-exchanges";
import { listLiveEvents } from "./live-log";
import { readExchange } from "./read-exchange";

const { db } = testDatabase();
const done = streamedMessage([{ text: "Done." }]);
const asked = (message: string) => ({ host: { message, calls: [] }, answer: done });
const typesOf = async (context: Context, session: string) =>
  (await listLiveEvents(context, { session })).items.map(({ type }) => type);

/** A key of a host, and how its exchanges are kept: all of them in one conversation. */
async function aHost() {
  const ines = await aContext(db);
  const { id } = await createGatewayKey(ines, { name: "Laptop" });
  const admission = { context: ines, key: { id, lastUsedAt: null }, hostModel: null };
  const went = async (texts: readonly string[], read: ReadExchange, at = new Date()) => {
    const seen = aSeenExchange({ request: aRequestOf(...texts), sessionName: "s", at });
    const spending = await spendExchange(admission, seen);
    await keepExchange(admission, seen, { read, lacking: null, spending });
  };
  const rows = () => db.liveExchange.findMany({ where: { session: { keyId: id } }, orderBy: { seq: "asc" } });
  const typesNow = async () => typesOf(ines, (await rows())[0]?.sessionId ?? "");
  return { went, rows, typesNow };
}

describe("an exchange that is still being read", () => {
  it("ends the log before it, so that who follows it misses nothing once it is read", async () => {
    const ines = await aContext(db);
    const session = await aLiveSession(ines, "messages", [asked("One"), asked("Two"), asked("Three")]);
    const whole = await typesOf(ines, session);
    const second = await db.liveExchange.findFirstOrThrow({ where: { sessionId: session, seq: 2 } });
    const reading = beingRead(new Date(Date.now() + 10_000));
    await db.liveExchange.update({ where: { id: second.id }, data: { reading } });
    const begun = await typesOf(ines, session);
    expect(begun).toEqual(whole.slice(0, begun.length));
    expect(begun.filter((type) => type === "model-step")).toHaveLength(1);
    await db.liveExchange.update({
      where: { id: second.id },
      data: { reading: JSON.parse(JSON.stringify(second.reading)) },
    });
    expect(await typesOf(ines, session)).toEqual(whole);
  });

  it("ends it also where it went by long before its turn to be written down came", async () => {
    const { went, rows, typesNow } = await aHost();
    await went(["One"], readExchange);
    const before = await typesNow();
    const isDone = Promise.withResolvers<void>();
    const late = went(
      ["One", "Good day", "Two"],
      async (...exchange) => {
        await isDone.promise;
        return readExchange(...exchange);
      },
      new Date(Date.now() - 60_000),
    );
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(await typesNow()).toEqual(before);
    isDone.resolve();
    await late;
    const after = await typesNow();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.filter((type) => type === "model-step")).toHaveLength(2);
  });
});

describe("an exchange that nobody has read", () => {
  it("is told at once where it could not be read, and the log goes on behind it", async () => {
    const { went, typesNow } = await aHost();
    await went(["One"], () => Promise.reject(new Error("Odd.")));
    expect(await typesNow()).toEqual(["run-started", "not-understood", "run-finished"]);
    await went(["One", "Good day", "Two"], readExchange);
    const types = await typesNow();
    expect(types.slice(0, 3)).toEqual(["run-started", "not-understood", "run-finished"]);
    expect(types).toContain("model-step");
  });

  it.each([
    ["whose time to be read is over", beingRead(new Date(Date.now() - 1))],
    ["that was written by an earlier release", Prisma.DbNull],
  ])("is told as not read where it is one %s", async (_, reading) => {
    const ines = await aContext(db);
    const session = await aLiveSession(ines, "messages", [asked("One"), asked("Two")]);
    await db.liveExchange.updateMany({ where: { sessionId: session, seq: 1 }, data: { reading } });
    const { items } = await listLiveEvents(ines, { session });
    expect(items.find(({ type }) => type === "not-understood")?.payload).toEqual({
      message: "What happened to skills in it could not be read.",
    });
    expect(items.map(({ type }) => type)).toContain("model-step");
  });
});
