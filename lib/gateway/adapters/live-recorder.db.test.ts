import { describe, expect, it } from "vitest";
import { couldNotBeRead } from "@/lib/hosts/exchange-reading-schema";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aKeyFor,
  goodDayEvents,
  newestExchange,
  sendAsHost,
  startGoodDayServer,
} from "@/lib/testing/hosts/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { createGatewayKey } from "../commands/create-gateway-key";
import { setGatewaySettings } from "../commands/set-gateway-settings";
import { getLiveExchange, listLiveExchanges } from "../live-exchanges";
import { listLiveSessions } from "../live-sessions";
import { everythingKept, keepLater } from "./live-recorder";

allowLocalServers();
const { db } = testDatabase();

describe("what went by", () => {
  const turn = (...texts: string[]) =>
    JSON.stringify({
      model: "m",
      system: "You are a host.",
      messages: texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    });

  const withTool = (text: string) =>
    JSON.stringify({ ...JSON.parse(turn(text)), tools: [{ name: "Skill" }] });

  const seen = (content: string, status: number | null) => ({
    id: crypto.randomUUID(),
    at: new Date(),
    protocol: "messages" as const,
    modelAsked: "m",
    modelId: "m",
    userAgent: "claude-cli/9.9.9 (x)",
    sessionName: "s",
    answerBytes: 0,
    ending: "whole" as const,
    request: Buffer.from(turn(content)),
    requestBytes: 10,
    status,
    firstByteMs: null,
    durationMs: 1,
    answer: { contentType: "text/plain", bytes: Buffer.from("odd"), isWhole: true },
  });

  it("of one conversation grows, and two at once on one key stay apart", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const say = async (...texts: string[]) => {
      await (await sendAsHost(address, { body: turn(...texts) })).text();
      await everythingKept();
    };
    await say("One");
    await say("Other");
    await say("One", "Good day", "Two");
    await say("Other", "Good day", "More");
    await say("One", "Good day", "Two", "Good day", "Three");
    const { items } = await listLiveSessions(ines, {});
    expect(items.map(({ exchangeCount }) => exchangeCount)).toEqual([3, 2]);
    const [session = { id: "" }] = items;
    const exchanges = await listLiveExchanges(ines, { session: session.id });
    expect(exchanges.map(({ baseSeq, sharedItems, itemCount }) => [baseSeq, sharedItems, itemCount])).toEqual(
      [
        [null, 0, 1],
        [1, 1, 3],
        [2, 3, 5],
      ],
    );
    const { request } = await getLiveExchange(ines, { session: session.id, seq: 3 });
    expect(request).toEqual(JSON.parse(turn("One", "Good day", "Two", "Good day", "Three")));
  });

  it("is linked by the host's own session also when it rewrote its history", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    for (const texts of [["One"], ["One", "Good day", "Two"], ["A summary"]])
      await (
        await sendAsHost(address, { body: turn(...texts), headers: { "x-claude-code-session-id": "s-1" } })
      ).text();
    await everythingKept();
    const { items } = await listLiveSessions(ines, {});
    expect(items).toMatchObject([{ exchangeCount: 3 }]);
    const exchanges = await listLiveExchanges(ines, { session: items[0]?.id ?? "" });
    expect(exchanges.map(({ sharedItems }) => sharedItems)).toEqual([0, 1, 0]);
    expect(JSON.stringify(await db.liveSession.findMany())).not.toContain("s-1");
  });

  it("of helpers that a host runs at once in one session grows line by line", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const headers = { "session-id": "s-2" };
    for (const texts of [["Main"], ["Helper"], ["Main", "Good day", "Go on"], ["Helper", "Good day", "And?"]])
      await (await sendAsHost(address, { body: turn(...texts), headers })).text();
    await everythingKept();
    const { items } = await listLiveSessions(ines, {});
    expect(items).toHaveLength(1);
    const exchanges = await listLiveExchanges(ines, { session: items[0]?.id ?? "" });
    expect(exchanges.map(({ baseSeq, sharedItems }) => [baseSeq, sharedItems])).toEqual([
      [null, 0],
      [null, 0],
      [1, 1],
      [2, 1],
    ]);
  });

  it("aside, such as a choice of model before the first turn, belongs to the conversation around it", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server, { provider: "google" });
    const path = "/v1beta/models/g:generateContent";
    const headers = { "user-agent": "GeminiCLI/9.9.9/g (x)" };
    const say = async (texts: readonly string[], more: object = {}) => {
      const contents = texts.map((text, at) => ({
        role: at % 2 === 0 ? "user" : "model",
        parts: [{ text }],
      }));
      await (
        await sendAsHost(address, { path, headers, body: JSON.stringify({ contents, ...more }) })
      ).text();
    };
    const tools = { tools: [{ functionDeclarations: [{ name: "activate_skill" }] }] };
    await say(["Which model?"]);
    await say(["One"], tools);
    await say(["Which model?"]);
    await say(["One", "Good day", "Two"], tools);
    await everythingKept();
    const { items } = await listLiveSessions(ines, {});
    expect(items).toMatchObject([{ host: "gemini-cli", hostVersion: "9.9.9", exchangeCount: 4 }]);
    const exchanges = await listLiveExchanges(ines, { session: items[0]?.id ?? "" });
    expect(exchanges.map(({ isSide, baseSeq }) => [isSide, baseSeq])).toEqual([
      [true, null],
      [false, null],
      [true, null],
      [false, 2],
    ]);
  });

  it("at the same moment is all written down, each request once", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const texts = Array.from({ length: 8 }, (_, at) => `Question ${at}`);
    await Promise.all(texts.map(async (text) => (await sendAsHost(address, { body: turn(text) })).text()));
    await everythingKept();
    const { items } = await listLiveSessions(ines, {});
    expect(items.map(({ exchangeCount }) => exchangeCount)).toEqual(texts.map(() => 1));
    const asked = await Promise.all(
      items.map(async ({ id: session }) => (await getLiveExchange(ines, { session, seq: 1 })).request),
    );
    for (const text of texts) expect(JSON.stringify(asked)).toContain(`"${text}"`);
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(8);
  });

  it("is gone where its key has gone meanwhile, and nobody hears of it", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address, id } = await aKeyFor(ines, server);
    const response = await sendAsHost(address);
    await db.gatewayKey.delete({ where: { id } });
    expect(await response.text()).toContain("message_stop");
    expect(await newestExchange(ines)).toBeNull();
  });

  it("is read for what happened to skills, beside the reading before, and kept also without texts", async () => {
    const ines = await aContext(db);
    await setGatewaySettings(ines, { keeps: "skills", days: 30 });
    const { id } = await createGatewayKey(ines, { name: "Laptop" });
    const key = { id, lastUsedAt: null };
    const befores: unknown[] = [];
    const keep = keepLater(async (_, { before, request, answer }) => {
      befores.push(before);
      return { request, answered: answer?.text ?? null };
    });
    void keep(
      { context: ines, key, hostModel: null },
      { ...seen("One", 200), request: Buffer.from(withTool("One")) },
    );
    void keep(
      { context: ines, key, hostModel: null },
      { ...seen("Two", null), request: Buffer.from(withTool("Two")) },
    );
    void keep({ context: ines, key, hostModel: null }, seen("A title?", 200));
    await everythingKept();
    const rows = await db.liveExchange.findMany({
      orderBy: { seq: "asc" },
      where: { session: { keyId: id } },
    });
    const [one, two] = ["One", "Two"].map((text) => JSON.parse(withTool(text)));
    expect(rows.map(({ reading, isSide, items }) => [reading, isSide, items])).toEqual([
      [{ request: one, answered: "odd" }, false, null],
      [{ request: two, answered: null }, false, null],
      [null, true, null],
    ]);
    expect(befores).toEqual([null, { request: one, answered: "odd" }]);
    expect((await listLiveSessions(ines, {})).items).toMatchObject([
      { host: "claude-code", hostVersion: "9.9.9", exchangeCount: 3 },
    ]);
  });

  it("that cannot be read for skills is kept all the same, and says so", async () => {
    const ines = await aContext(db);
    const { id } = await createGatewayKey(ines, { name: "Laptop" });
    const keep = keepLater(() => Promise.reject(new Error("Odd.")));
    const request = Buffer.from(withTool("One"));
    void keep(
      { context: ines, key: { id, lastUsedAt: null }, hostModel: null },
      { ...seen("One", 500), request },
    );
    const exchange = await newestExchange(ines);
    expect(exchange).toMatchObject({
      reading: couldNotBeRead,
      note: expect.stringContaining("could not be read"),
    });
    expect(exchange?.request).toEqual(JSON.parse(withTool("One")));
  });

  it("is kept as the workspace chose: without texts, or not at all, and spent all the same", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    await setGatewaySettings(ines, { keeps: "skills", days: 30 });
    await (await sendAsHost(address)).text();
    expect(await newestExchange(ines)).toMatchObject({
      hasBody: false,
      request: null,
      answer: null,
      status: 200,
    });
    await setGatewaySettings(ines, { keeps: "nothing", days: 30 });
    await (await sendAsHost(address)).text();
    expect(await newestExchange(ines)).toBeNull();
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(2);
  });

  it.each(['{"model":"m"}', '{"model":"m","messages":7}', '{"model":"m","messages":[{}}]'])(
    "that is no request of its protocol passes untouched and is marked: %s",
    async (body) => {
      const [ines, server] = [await aContext(db), await startGoodDayServer()];
      const { address } = await aKeyFor(ines, server);
      const response = await sendAsHost(address, { body });
      expect([response.status, await response.text()]).toEqual([200, goodDayEvents.join("")]);
      expect((await newestExchange(ines))?.note).toContain("not understood");
      expect(server.requests[0]?.body.toString()).toBe(body.replace('"m"', '"large"'));
    },
  );

  it("holds what a database's JSON cannot", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "a\u0000b\ud800" }] });
    await (await sendAsHost(address, { body })).text();
    expect((await newestExchange(ines))?.request).toEqual(JSON.parse(body));
  });
});
