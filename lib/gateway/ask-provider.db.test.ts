import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aKeyFor, newestExchange, providerKey, sendAsHost } from "@/lib/testing/hosts/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { startWireServer } from "@/lib/testing/servers/wire-server";

allowLocalServers();
const { db } = testDatabase();

type Answer = Parameters<typeof startWireServer>[0];

async function asked(answer: Answer, settings: Parameters<typeof aKeyFor>[2] = {}) {
  const [ines, server] = [await aContext(db), await startWireServer(answer)];
  const { address } = await aKeyFor(ines, server, settings);
  const response = await sendAsHost(address);
  return { ines, server, status: response.status, text: await response.text(), headers: response.headers };
}

describe("a provider that refuses", () => {
  it.each([400, 401, 403, 404, 413, 429, 500, 503, 529])("with %d is passed on as it is", async (status) => {
    const text = '{ "type" : "error" }';
    const { ines, ...told } = await asked((response) => {
      response.writeHead(status, { "content-type": "application/json", "request-id": "r-1" });
      response.end(text);
    });
    expect([told.status, told.text, told.headers.get("request-id")]).toEqual([status, text, "r-1"]);
    expect(await newestExchange(ines)).toMatchObject({ status, ending: "whole", tokens: null, cost: null });
  });

  it("quotes the key in several places and between odd bytes: it goes from each", async () => {
    const { text } = await asked((response) => {
      response.writeHead(400);
      response.write(`a ${providerKey.slice(0, 9)}`);
      setTimeout(() => response.end(`${providerKey.slice(9)} b ${providerKey}${providerKey}`), 20);
    });
    expect(text).toBe("a [redacted] b [redacted][redacted]");
  });

  it("and never ends its refusal is not waited for past the connection's time", async () => {
    const { ines, server, status } = await asked(
      (response) => {
        response.writeHead(500, { "content-type": "application/json" });
        response.write('{"type":');
      },
      { timeoutSeconds: 1 },
    );
    expect(status).toBe(504);
    expect(await newestExchange(ines)).toMatchObject({ status: null, ending: "late" });
    await expect.poll(server.left).toBe(1);
  });

  it("and breaks off meanwhile is unavailable, which is written down", async () => {
    const { ines, status, text } = await asked((response) => {
      response.writeHead(500, { "content-type": "application/json", "content-length": "100" });
      response.write('{"type":', () => response.destroy());
    });
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ type: "error", error: { type: "api_error" } });
    expect(await newestExchange(ines)).toMatchObject({ status: null, ending: "cut", tokens: null });
  });

  it("at endless length is let go of", async () => {
    const { ines, server, status } = await asked((response) => {
      response.writeHead(500);
      response.write(Buffer.alloc(16 * 1024 * 1024, "x"));
    });
    expect(status).toBe(503);
    expect(await newestExchange(ines)).toMatchObject({ status: null, ending: "cut" });
    await expect.poll(server.left).toBe(1);
  });

  it.each([204, 304])("to hold any body, with %d, is said to hold no answer", async (code) => {
    const { ines, status, text } = await asked((response) => {
      response.writeHead(code).end();
    });
    expect([status, text]).toEqual([503, expect.stringContaining(String(code))]);
    expect(await newestExchange(ines)).toMatchObject({ status: null, ending: "cut" });
  });

  it("to be reached at all is unavailable, costs nothing and is written down", async () => {
    const { ines, status, text } = await asked((response) => {
      response.destroy();
    });
    expect(status).toBe(503);
    expect(text).not.toContain(providerKey);
    expect(await newestExchange(ines)).toMatchObject({
      status: null,
      ending: "cut",
      tokens: null,
      cost: null,
      answerBytes: 0,
      firstByteMs: null,
    });
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(0);
  });

  it("by sending elsewhere is not followed with the key", async () => {
    const elsewhere = await startWireServer((response) => {
      response.end("{}");
    });
    const { status } = await asked((response) => {
      response.writeHead(307, { location: `${elsewhere.baseUrl}/messages` }).end();
    });
    expect(elsewhere.requests).toEqual([]);
    expect(status).toBeGreaterThanOrEqual(300);
  });
});
