import { describe, expect, it } from "vitest";
import { changeRole } from "@/lib/auth/commands/change-role";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aKeyFor,
  goodDayEvents,
  helloRequest,
  newestExchange,
  providerKey,
  sendAsHost,
  startGoodDayServer,
} from "@/lib/testing/hosts/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { startWireServer } from "@/lib/testing/servers/wire-server";
import { everythingKept } from "./adapters/live-recorder";
import { revokeGatewayKey } from "./commands/revoke-gateway-key";
import { listLiveSessions } from "./live-sessions";
import { longestBody } from "./read-wire-body";

allowLocalServers();
const { db } = testDatabase();

describe("a request of a host", () => {
  it("passes with the workspace's key and the connection's model, otherwise byte for byte, and so does its answer", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const response = await sendAsHost(address, {
      path: "/v1/messages?beta=true&key=sk-hosts-own",
      headers: {
        "x-api-key": "sk-hosts-own",
        authorization: "Bearer sk-hosts-own",
        "anthropic-beta": "a-1,oauth-2025",
      },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(goodDayEvents.join(""));
    expect(response.headers.get("request-id")).toBe("req_1");
    expect(response.headers.get("cache-control")).toContain("no-transform");
    const [sent] = server.requests;
    expect(sent?.path).toBe("/v1/messages?beta=true");
    expect(sent?.body.toString()).toBe(helloRequest.replace('"claude-x"', '"large"'));
    expect(sent?.headers).toMatchObject({
      "x-api-key": providerKey,
      "anthropic-beta": "a-1",
      "accept-encoding": "identity",
    });
    expect(JSON.stringify(sent?.headers)).not.toContain("hosts-own");
  });

  it("is written down with its answer, what it spent and how long it took, and without headers and keys", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address, connection } = await aKeyFor(ines, server);
    await (await sendAsHost(address, { headers: { "x-api-key": "sk-hosts-own", "x-odd": "header" } })).text();
    const exchange = await newestExchange(ines);
    expect(exchange).toMatchObject({
      seq: 1,
      modelAsked: "claude-x",
      modelId: "large",
      status: 200,
      ending: "whole",
      note: null,
      tokens: { input: 120, output: 30, cached: null },
      isEstimate: false,
      baseSeq: null,
      itemCount: 1,
      cost: (120 * 3_000 + 30 * 15_000) / 1_000_000,
      request: JSON.parse(helloRequest),
      answer: { text: goodDayEvents.join("") },
    });
    const rows = JSON.stringify([await db.liveExchange.findMany(), await db.liveSession.findMany()]);
    for (const secret of [providerKey, "hosts-own", "x-odd", address.slice(-20)])
      expect(rows).not.toContain(secret);
    expect(await db.modelUsage.findMany({ where: { connectionId: connection } })).toMatchObject([
      { userId: ines.actor.userId, inputTokens: 120, outputTokens: 30 },
    ]);
  });

  it("of 50 MB passes, and its record says that it is too long to be kept", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const body = `{"messages":[{"role":"user","content":"${"x".repeat(50_000_000)}"}],"model":"claude-x"}`;
    expect((await (await sendAsHost(address, { body })).text()).length).toBe(goodDayEvents.join("").length);
    expect(server.requests[0]?.body.byteLength).toBe(body.length - 3);
    expect(await newestExchange(ines)).toMatchObject({
      note: expect.stringContaining("too long"),
      hasBody: false,
    });
  });

  it("past what one may have is refused before anybody is asked", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const refused = await sendAsHost(address, { body: new Uint8Array(longestBody + 1) });
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { type: "request_too_large" } },
    ]);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["anthropic", "/v1/responses", 400, { error: { type: "invalid_request_error" } }],
    ["openai", "/v1/messages", 400, { type: "error", error: { type: "invalid_request_error" } }],
    ["google", "/v1/chat/completions", 400, { error: { code: "invalid_request" } }],
    ["anthropic", "/v1beta/models/gemini:generateContent", 400, { error: { status: "INVALID_ARGUMENT" } }],
    ["anthropic", "/v1/files", 404, { type: "error", error: { type: "not_found_error" } }],
    ["anthropic", "/v1/messages/batches", 404, { type: "error", error: { type: "not_found_error" } }],
  ] as const)("to %s at %s is refused in its own protocol's words", async (provider, path, status, body) => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server, { provider });
    const refused = await sendAsHost(address, { path });
    expect([refused.status, await refused.json()]).toMatchObject([status, body]);
    expect(server.requests).toEqual([]);
  });

  it.each([
    '{"messages":[]}',
    '{"model":"x","models":["dear"]}',
    Uint8Array.from(Buffer.from(helloRequest, "utf16le")),
  ])("that may mean another model is refused before anybody is asked", async (body) => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    const refused = await sendAsHost(address, { body });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { type: "invalid_request_error" } },
    ]);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["openai", "/v1/responses", "/v1/responses", "authorization", `Bearer ${providerKey}`],
    ["compatible", "/chat/completions", "/v1/chat/completions", "authorization", `Bearer ${providerKey}`],
    ["anthropic", "/v1/messages/count_tokens", "/v1/messages/count_tokens", "x-api-key", providerKey],
    [
      "google",
      "/v1beta/models/gemini-9:streamGenerateContent?alt=sse&key=own",
      "/v1/models/large:streamGenerateContent?alt=sse",
      "x-goog-api-key",
      providerKey,
    ],
  ] as const)("to %s goes from %s to %s", async (provider, path, to, header, value) => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server, { provider });
    await (await sendAsHost(address, { path })).text();
    expect(server.requests).toMatchObject([{ path: to, headers: { [header]: value } }]);
  });

  it("lists the one model that there is", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server, { provider: "openai" });
    const listed = await sendAsHost(address, { path: "/v1/models", method: "GET", headers: {} });
    expect(await listed.json()).toMatchObject({ data: [{ id: "large" }] });
    expect(server.requests).toEqual([]);
  });
});

describe("a key", () => {
  it("that is wrong, revoked, expired or without its model is refused in the protocol's words", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address, id, connection } = await aKeyFor(ines, server);
    const refusals = async () => {
      const answers = await Promise.all([
        sendAsHost(address),
        sendAsHost(address, { path: "/v1/responses" }),
        sendAsHost(address, { path: "/v1beta/models/g:generateContent", headers: { "x-goog-api-key": "k" } }),
      ]);
      return Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
    };
    const refused = [
      [401, { type: "error", error: { type: "authentication_error" } }],
      [401, { error: { code: "invalid_api_key", type: "invalid_request_error" } }],
      [401, { error: { code: 401, status: "UNAUTHENTICATED" } }],
    ];
    await db.gatewayKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await refusals()).toMatchObject(refused);
    await db.gatewayKey.update({ where: { id }, data: { expiresAt: null } });
    await db.modelConnection.update({ where: { id: connection }, data: { archivedAt: new Date() } });
    expect(await refusals()).toMatchObject(refused);
    await db.modelConnection.update({ where: { id: connection }, data: { archivedAt: null } });
    await revokeGatewayKey(ines, { key: id });
    expect(await refusals()).toMatchObject(refused);
    for (const wrong of ["grg_", `grg_${"x".repeat(43)}`, "x".repeat(500), "%00", "grk_1"])
      expect((await sendAsHost(`http://greenroom.test/gateway/${wrong}`)).status).toBe(401);
    expect(server.requests).toEqual([]);
  });

  it("has no more turns for its person than all their keys together, and is told to wait in the protocol's words past that", async () => {
    const ines = await aContext(db);
    const open = Promise.withResolvers<void>();
    const server = await startWireServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: {}\n\n");
      await open.promise;
      response.end();
    });
    const { address } = await aKeyFor(ines, server);
    const leaving = new AbortController();
    const length = String(helloRequest.length);
    const held = await Promise.all(
      Array.from({ length: 16 }, () => sendAsHost(address, { headers: { "content-length": length } })),
    );
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
    const waiting = sendAsHost(address, { headers: { "content-length": length }, signal: leaving.signal });
    leaving.abort();
    const refused = await waiting;
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await refused.json()).toMatchObject({ error: { type: "rate_limit_error" } });
    const { address: second } = await aKeyFor(ines, server);
    const gone = new AbortController();
    const withSecond = sendAsHost(second, { headers: { "content-length": length }, signal: gone.signal });
    gone.abort();
    expect((await withSecond).status).toBe(429);
    open.resolve();
    await Promise.all(held.map((response) => response.text()));
    expect((await sendAsHost(address, { headers: { "content-length": length } })).status).toBe(200);
  });

  it("opens nothing of another workspace's, nor anything once its person may not, is away or has left", async () => {
    const [ines, other] = [await aContext(db), await aContext(db)];
    const [server, elsewhere] = [await startGoodDayServer(), await startGoodDayServer()];
    const tom = await aColleague(ines, "author");
    const { address, id, connection } = await aKeyFor(tom, server);
    const { connection: theirs } = await aKeyFor(other, elsewhere);
    const refusal = async () => {
      const answer = await sendAsHost(address);
      return [answer.status, JSON.stringify(await answer.json())];
    };
    await db.gatewayKey.update({ where: { id }, data: { connectionId: theirs } });
    expect(await refusal()).toEqual([401, expect.stringContaining("model was archived or deleted")]);
    await db.gatewayKey.update({ where: { id }, data: { connectionId: connection } });
    await changeRole(ines, { member: tom.actor.userId, role: "viewer" });
    expect(await refusal()).toEqual([401, expect.stringContaining("may not connect hosts")]);
    await changeRole(ines, { member: tom.actor.userId, role: "author" });
    await db.user.update({ where: { id: tom.actor.userId }, data: { deactivatedAt: new Date() } });
    expect(await refusal()).toEqual([401, expect.stringContaining("may not connect hosts")]);
    await db.user.update({ where: { id: tom.actor.userId }, data: { deactivatedAt: null } });
    expect((await sendAsHost(address)).status).toBe(200);
    await removeMember(ines, { member: tom.actor.userId });
    expect(await refusal()).toEqual([401, expect.stringContaining("left the workspace")]);
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  it("of one workspace shows and asks nothing of another's", async () => {
    const [ines, other] = [await aContext(db), await aContext(db)];
    const [server, elsewhere] = [await startGoodDayServer(), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    await aKeyFor(other, elsewhere);
    await (await sendAsHost(address)).text();
    expect(elsewhere.requests).toEqual([]);
    await everythingKept();
    expect((await listLiveSessions(other, {})).items).toEqual([]);
  });

  it("stops at the model's spending limit, in the protocol's words", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server, { monthlyLimit: 0.5 });
    await (await sendAsHost(address)).text();
    await everythingKept();
    const refused = await sendAsHost(address);
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      error: { type: "billing_error", message: expect.stringContaining("has reached its limit") },
    });
    expect(server.requests).toHaveLength(1);
  });
});
