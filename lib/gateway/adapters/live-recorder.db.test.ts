import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aKeyFor, newestExchange, sendAsHost, startGoodDayServer } from "@/lib/testing/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { setGatewaySettings } from "../commands/set-gateway-settings";
import { getLiveExchange, listLiveExchanges } from "../live-exchanges";
import { listLiveSessions } from "../live-sessions";
import { everythingKept } from "./live-recorder";

allowLocalServers();
const { db } = testDatabase();

describe("what went by", () => {
  const turn = (...texts: string[]) =>
    JSON.stringify({
      model: "m",
      system: "You are a host.",
      messages: texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
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

  it.each(["{", "[]", '{"model":"m"}', '{"model":"m","messages":7}', '"\\u0000"', ""])(
    "that is no request passes untouched and is marked: %s",
    async (body) => {
      const [ines, server] = [await aContext(db), await startGoodDayServer()];
      const { address } = await aKeyFor(ines, server);
      expect((await sendAsHost(address, { body })).status).toBe(200);
      await everythingKept();
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
