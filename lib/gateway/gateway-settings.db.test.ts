import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createGatewayKey } from "./commands/create-gateway-key";
import { removeLiveSession } from "./commands/remove-live-session";
import { retainLiveSessions } from "./commands/retain-live-sessions";
import { setGatewaySettings } from "./commands/set-gateway-settings";
import { getGatewaySettings } from "./gateway-settings";
import { getLiveExchange, listLiveExchanges } from "./live-exchanges";
import { getLiveSession, listLiveSessions } from "./live-sessions";

const { db } = testDatabase();
const dayMs = 24 * 60 * 60 * 1000;

/** A kept conversation with two exchanges, the second of which goes on with the first. */
async function aSession(context: Context, { ageDays = 0, shared = false } = {}): Promise<string> {
  const { id: keyId } = await createGatewayKey(context, { name: "Laptop", shared });
  const workspaceId = context.workspace.id;
  const at = new Date(Date.now() - ageDays * dayMs);
  const { id } = await db.liveSession.create({
    data: { workspaceId, keyId, protocol: "messages", exchangeCount: 2, startedAt: at, lastAt: at },
  });
  const exchange = {
    workspaceId,
    sessionId: id,
    isSide: false,
    modelAsked: "large",
    modelId: "large",
    status: 200,
    ending: "whole",
    requestBytes: 10,
    answerBytes: 10,
    durationMs: 5,
    isEstimate: false,
    at,
    headSeq: 1,
    headDigest: "0".repeat(64),
    reading: { activated: ["notes"] },
  };
  const answer = { text: "Hello" };
  await db.liveExchange.create({
    data: {
      ...exchange,
      seq: 1,
      sharedItems: 0,
      digests: new Uint8Array(8),
      head: { system: "S" },
      items: [{ role: "user", content: "One" }],
      answer,
    },
  });
  const more = [{ role: "assistant" }, { role: "user", content: "Two" }];
  await db.liveExchange.create({
    data: {
      ...exchange,
      seq: 2,
      baseSeq: 1,
      sharedItems: 1,
      digests: new Uint8Array(24),
      items: more,
      answer,
    },
  });
  return id;
}

const countOf = (workspaceId: string) => db.liveSession.count({ where: { workspaceId } });

describe("what is kept of live hosts", () => {
  it("is everything for thirty days until somebody who may says otherwise", async () => {
    const ines = await aContext(db);
    expect(await getGatewaySettings(ines)).toEqual({ keeps: "all", days: 30 });
    const author = await aColleague(ines, "author");
    const less = { keeps: "skills", days: 7 } as const;
    await expect(setGatewaySettings(author, less)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await setGatewaySettings(ines, less)).toEqual({ ...less, removed: { sessions: 0, bodies: 0 } });
    await setGatewaySettings(ines, less);
    const { items } = await listAudit(ines, { action: "gateway.settings-changed" });
    expect(items).toMatchObject([{ detail: { from: { keeps: "all", days: 30 }, to: less } }]);
    expect((await getGatewaySettings(await aContext(db))).keeps).toBe("all");
  });

  it("loses at once what is not kept any more, and nothing of another workspace", async () => {
    const [ines, other] = [await aContext(db), await aContext(db)];
    const [session, elsewhere] = [await aSession(ines), await aSession(other)];
    const { removed } = await setGatewaySettings(ines, { keeps: "skills", days: 30 });
    expect(removed).toEqual({ sessions: 0, bodies: 2 });
    expect(await getLiveExchange(ines, { session, seq: 2 })).toMatchObject({
      request: null,
      answer: null,
      hasBody: false,
      reading: { activated: ["notes"] },
    });
    expect((await getLiveExchange(other, { session: elsewhere, seq: 1 })).hasBody).toBe(true);
    const nothing = await setGatewaySettings(ines, { keeps: "nothing", days: null });
    expect(nothing.removed).toEqual({ sessions: 1, bodies: 0 });
    expect([await countOf(ines.workspace.id), await countOf(other.workspace.id)]).toEqual([0, 1]);
  });

  it("goes by itself some days after its last request", async () => {
    const ines = await aContext(db);
    const old = await aSession(ines, { ageDays: 31 });
    const young = await aSession(ines, { ageDays: 29 });
    expect(await retainLiveSessions({ db }, new Date())).toBe(1);
    await expect(getLiveSession(ines, { session: old })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await setGatewaySettings(ines, { keeps: "all", days: null });
    await retainLiveSessions({ db }, new Date(Date.now() + 999 * dayMs));
    expect((await getLiveSession(ines, { session: young })).id).toBe(young);
  });
});

describe("a conversation of a live host", () => {
  it("is put together again from what each request added", async () => {
    const ines = await aContext(db);
    const session = await aSession(ines);
    const { request, answer } = await getLiveExchange(ines, { session, seq: 2 });
    expect(request).toEqual({
      system: "S",
      messages: [{ role: "user", content: "One" }, { role: "assistant" }, { role: "user", content: "Two" }],
    });
    expect(answer).toEqual({ text: "Hello" });
    expect(await listLiveExchanges(ines, { session, after: 1 })).toMatchObject([
      { seq: 2, baseSeq: 1, sharedItems: 1, itemCount: 3, hasBody: true },
    ]);
    await db.liveExchange.updateMany({ where: { sessionId: session, seq: 1 }, data: { baseSeq: 2 } });
    expect((await getLiveExchange(ines, { session, seq: 2 })).request).toBeNull();
    await expect(getLiveExchange(ines, { session, seq: 3 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is its person's alone unless the key is shared, whatever the others' role", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "author");
    const [own, shared] = [await aSession(tom), await aSession(tom, { shared: true })];
    const idsOf = async (context: Context) => (await listLiveSessions(context, {})).items.map(({ id }) => id);
    expect(await idsOf(ines)).toEqual([shared]);
    expect((await idsOf(tom)).sort()).toEqual([own, shared].sort());
    expect(await idsOf(await aContext(db))).toEqual([]);
    for (const read of [getLiveSession, listLiveExchanges])
      await expect(read(ines, { session: own })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getLiveSession(ines, { session: "no-id" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const first = await listLiveSessions(tom, { limit: 1 });
    const second = await listLiveSessions(tom, { limit: 1, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual([own, shared].sort());
    expect(second.nextCursor).toBeNull();
  });

  it("is removed by whom it is of and by admins, once", async () => {
    const ines = await aContext(db);
    const [tom, lena] = [await aColleague(ines, "author"), await aColleague(ines, "reviewer")];
    const session = await aSession(tom, { shared: true });
    for (const context of [lena, await aContext(db)])
      await expect(removeLiveSession(context, { session })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const both = await Promise.allSettled([ines, tom].map((each) => removeLiveSession(each, { session })));
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await countOf(ines.workspace.id)).toBe(0);
    expect((await listAudit(ines, { action: "live-session.removed" })).items).toHaveLength(1);
  });
});
