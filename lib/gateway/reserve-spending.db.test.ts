import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aKeyFor, goodDayEvents, helloRequest, sendAsHost } from "@/lib/testing/hosts/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { startWireServer } from "@/lib/testing/servers/wire-server";
import { everythingKept } from "./adapters/live-recorder";

allowLocalServers();
const { db } = testDatabase();

describe("a spending limit", () => {
  it("is not passed by many requests at once: what is under way is set aside", async () => {
    const ines = await aContext(db);
    const open = Promise.withResolvers<void>();
    const server = await startWireServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(goodDayEvents[0] ?? "");
      await open.promise;
      response.end(goodDayEvents.slice(1).join(""));
    });
    // One answer is taken for 8,000 tokens of $15,000 a million, so that some of these may come to the limit.
    const { address } = await aKeyFor(ines, server, { monthlyLimit: 700 });
    const length = String(helloRequest.length);
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => sendAsHost(address, { headers: { "content-length": length } })),
    );
    const refused = asked.filter(({ status }) => status !== 200);
    expect([asked.length - refused.length, server.requests.length]).toEqual([6, 6]);
    for (const answer of refused) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
      expect(JSON.stringify(await answer.json())).toContain("may be taken by requests that are under way");
    }
    open.resolve();
    for (const answer of asked) if (answer.status === 200) await answer.text();
    await everythingKept();
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(6);
    expect((await sendAsHost(address, { headers: { "content-length": length } })).status).toBe(200);
  });

  it("gives back what was set aside for a request that nobody answered, or that was refused", async () => {
    const ines = await aContext(db);
    const server = await startWireServer((response, { body }) => {
      if (String(body).includes("gone")) response.destroy();
      else response.writeHead(429).end("{}");
    });
    const { address } = await aKeyFor(ines, server, { monthlyLimit: 100 });
    for (const content of ["gone", "refused", "gone", "refused"]) {
      const body = JSON.stringify({ model: "m", messages: [{ role: "user", content }] });
      const answer = await sendAsHost(address, { body });
      expect([content, answer.status]).toEqual([content, content === "gone" ? 503 : 429]);
      expect(await answer.text()).not.toContain("under way");
      await everythingKept();
    }
    expect(server.requests).toHaveLength(4);
  });
});
