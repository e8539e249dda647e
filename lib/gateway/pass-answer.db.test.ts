import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aKeyFor, goodDayEvents, newestExchange, providerKey, sendAsHost } from "@/lib/testing/hosts/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { startWireServer } from "@/lib/testing/servers/wire-server";

allowLocalServers();
const { db } = testDatabase();

describe("an answer", () => {
  it("comes piece by piece, as the model makes it", async () => {
    const ines = await aContext(db);
    const gate = Promise.withResolvers<void>();
    const server = await startWireServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(goodDayEvents[0] ?? "");
      await gate.promise;
      response.end(goodDayEvents.slice(1).join(""));
    });
    const { address } = await aKeyFor(ines, server);
    const reader = (await sendAsHost(address)).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe(goodDayEvents[0]);
    gate.resolve();
    let rest = "";
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      rest += new TextDecoder().decode(piece.value);
    expect(rest).toBe(goodDayEvents.slice(1).join(""));
  });

  it("of a provider that refuses comes as it is, without the key that it quotes, and costs nothing", async () => {
    const ines = await aContext(db);
    const server = await startWireServer((response) => {
      response.writeHead(429, {
        "content-type": "application/json",
        "retry-after": "7",
        "set-cookie": "a=b",
      });
      response.end(
        JSON.stringify({
          type: "error",
          error: { type: "rate_limit_error", message: `Slow, ${providerKey}` },
        }),
      );
    });
    const { address, connection } = await aKeyFor(ines, server);
    const refused = await sendAsHost(address);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("7");
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect(await refused.json()).toMatchObject({
      error: { type: "rate_limit_error", message: "Slow, [redacted]" },
    });
    expect(await newestExchange(ines)).toMatchObject({
      status: 429,
      ending: "whole",
      tokens: null,
      cost: null,
    });
    expect(await db.modelUsage.count({ where: { connectionId: connection } })).toBe(0);
  });

  it("that breaks off breaks off for the host too, and is counted and marked", async () => {
    const ines = await aContext(db);
    const server = await startWireServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(goodDayEvents.slice(0, 3).join(""), () => response.destroy());
    });
    const { address } = await aKeyFor(ines, server);
    await expect((await sendAsHost(address)).text()).rejects.toThrow();
    const exchange = await newestExchange(ines);
    expect(exchange).toMatchObject({
      status: 200,
      ending: "cut",
      note: expect.stringContaining("broke off"),
    });
    expect(exchange?.tokens?.input).toBeGreaterThan(0);
  });

  it.each([
    ["nonsense", "text/event-stream", "data: {not json}\n\n\u0000\u{1f600} <html>"],
    ["another language", "application/json", '{"choices":[{"message":{"content":"Hi"}}]}'],
    ["nothing", "text/event-stream", ""],
  ])("that is %s passes, is estimated and marked", async (_, contentType, text) => {
    const ines = await aContext(db);
    const server = await startWireServer((response) => {
      response.writeHead(200, { "content-type": contentType });
      response.end(text);
    });
    const { address } = await aKeyFor(ines, server);
    expect(await (await sendAsHost(address)).text()).toBe(text);
    expect(await newestExchange(ines)).toMatchObject({
      ending: "whole",
      isEstimate: true,
      note: expect.stringContaining("not understood"),
    });
  });

  it("that does not begin in time is refused so, and one that falls silent is cut", async () => {
    const ines = await aContext(db);
    let asked = 0;
    const server = await startWireServer((response) => {
      asked += 1;
      if (asked === 1) return;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(goodDayEvents[0] ?? "");
    });
    const { address } = await aKeyFor(ines, server, { timeoutSeconds: 1 });
    const late = await sendAsHost(address);
    expect([late.status, await late.json()]).toMatchObject([504, { error: { type: "timeout_error" } }]);
    expect(await newestExchange(ines)).toMatchObject({ status: null, ending: "late" });
    await expect((await sendAsHost(address)).text()).rejects.toThrow();
    expect(await newestExchange(ines)).toMatchObject({ status: 200, ending: "late" });
    await expect.poll(server.left).toBe(2);
  });

  it("is let go of when the host goes", async () => {
    const ines = await aContext(db);
    const server = await startWireServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(goodDayEvents.slice(0, 3).join(""));
    });
    const { address } = await aKeyFor(ines, server);
    const leaving = new AbortController();
    const response = await sendAsHost(address, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await expect.poll(server.left).toBe(1);
    expect(await newestExchange(ines)).toMatchObject({
      ending: "left",
      note: expect.stringContaining("host went"),
    });
  });

  it("that the host stays for and reads no more of is let go of, with what it had set aside", async () => {
    const ines = await aContext(db);
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const server = await startWireServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let piece = 0; piece < 28; piece += 1) response.write(megabyte);
    });
    const { address } = await aKeyFor(ines, server, { timeoutSeconds: 1 });
    const response = await sendAsHost(address);
    await sleep(1_500);
    await expect.poll(server.left).toBe(1);
    expect(await newestExchange(ines)).toMatchObject({ status: 200, ending: "left" });
    await expect(response.text()).rejects.toThrow(/nobody read on/);
  });

  it("is read no faster than the host reads", async () => {
    const ines = await aContext(db);
    let written = 0;
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const server = await startWireServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (; written < 28; written += 1)
        if (!response.write(megabyte)) await new Promise((ready) => response.once("drain", ready));
      response.end();
    });
    const { address } = await aKeyFor(ines, server);
    const response = await sendAsHost(address);
    await sleep(300);
    expect(written).toBeLessThan(20);
    expect((await response.arrayBuffer()).byteLength).toBe(28 * megabyte.length);
    expect(await newestExchange(ines)).toMatchObject({
      answerBytes: 28 * megabyte.length,
      note: expect.stringContaining("too long"),
    });
  });
});
