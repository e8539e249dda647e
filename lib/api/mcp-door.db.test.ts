import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createKey } from "@/lib/auth/commands/create-key";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { env } from "@/lib/platform/env";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anMcpClient, messagesOf, sendToMcp } from "@/lib/testing/delivery/mcp";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { mcpDoor } from "./mcp-door";

const { db } = testDatabase();
let context: Context;
let key = "";

beforeAll(async () => {
  context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  await aPackage(context, { name: "secret-plan", publishNote: "First" });
  await anAgentWith(context, ["notes"], "Desk");
  await anAgentWith(context, ["secret-plan"], "Other desk");
  key = (await aMachine(context, "desk")).key;
});

const list = { jsonrpc: "2.0", id: 1, method: "skills/list", params: {} };

async function told(response: Response) {
  const { traceId: _, ...problem } = await response.json();
  return { status: response.status, challenge: response.headers.get("www-authenticate"), problem };
}

describe("who is let in", () => {
  it("answers no key and a wrong, an expired and a revoked one with where to read how to get in", async () => {
    const expired = await aMachine(context, "desk", "Expired");
    await db.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const revoked = await aMachine(context, "desk", "Revoked");
    await revokeKey(context, { key: revoked.id });
    const metadata = `${env().publicUrl}/.well-known/oauth-protected-resource/mcp/desk`;
    const none = await told(await sendToMcp({ body: list }));
    expect(none).toMatchObject({
      status: 401,
      challenge: `Bearer realm="Greenroom", scope="deliver", resource_metadata="${metadata}"`,
      problem: { code: "UNAUTHENTICATED" },
    });
    const answers = [];
    for (const wrong of [expired.key, revoked.key, `grk_${"x".repeat(43)}`, "nonsense"])
      answers.push(await told(await sendToMcp({ key: wrong, body: list })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.challenge).toContain('error="invalid_token"');
  });

  it("tells an agent that is not the key's in the words for one that is not there", async () => {
    const answers = [];
    for (const agent of ["other-desk", "missing"]) {
      const { status, problem } = await told(await sendToMcp({ agent, key, body: list }));
      answers.push({ status, problem: JSON.stringify(problem).replaceAll(agent, "X") });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]?.problem).not.toContain("secret-plan");
  });

  it("takes no key of another kind, and no cookie", async () => {
    const reading = await createKey(context, { name: "Reads", scopes: ["read"] });
    const refused = await told(await sendToMcp({ key: reading.key, body: list }));
    expect(refused).toMatchObject({ status: 403, problem: { code: "FORBIDDEN" } });
    expect(refused.challenge).toContain('error="insufficient_scope"');
    const cookie = { cookie: "greenroom.session_token=x.y" };
    expect((await sendToMcp({ headers: cookie, body: list })).status).toBe(401);
  });

  it("lets nobody in whose key is revoked, or whose person leaves, between two requests", async () => {
    const colleague = await aColleague(context, "author");
    const [revoked, left] = [await aMachine(context, "desk", "A"), await aMachine(colleague, "desk", "B")];
    const clients = [anMcpClient({ key: revoked.key }, "2026"), anMcpClient({ key: left.key }, "2025")];
    for (const client of clients) expect((await client.ask("skills/list")).error).toBeUndefined();
    await revokeKey(context, { key: revoked.id });
    await removeMember(context, { member: colleague.actor.userId });
    const statuses = [];
    for (const client of clients) statuses.push((await client.send("skills/list")).status);
    expect(statuses[0]).toBe(401);
    expect([401, 404]).toContain(statuses[1]);
  });

  it("refuses pages of other sites, which a changed name could point here", async () => {
    for (const origin of ["https://evil.example", "http://greenroom.test", "null", "nonsense"])
      expect((await sendToMcp({ key, headers: { origin }, body: list })).status).toBe(403);
    const own = { origin: new URL(env().publicUrl).origin };
    expect((await sendToMcp({ key, headers: own, body: list })).status).toBe(200);
  });
});

describe("how to get in", () => {
  it("is told of any agent alike, there or not, and names no server that would give keys", async () => {
    const ask = (agent: string) =>
      mcpDoor.fetch(new Request(`http://greenroom.test/.well-known/oauth-protected-resource/mcp/${agent}`));
    const [known, unknown] = [await ask("desk"), await ask("missing")];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(await known.json()).toEqual({
      resource: `${env().publicUrl}/mcp/desk`,
      resource_name: "Skills of an agent, from Greenroom",
      bearer_methods_supported: ["header"],
      scopes_supported: ["deliver"],
    });
    expect(Object.keys(await unknown.json())).toHaveLength(4);
  });
});

describe("what is no message", () => {
  const errorOf = async (body: string, headers: Record<string, string> = {}) => {
    const response = await sendToMcp({ key, body, headers });
    const [answer] = await messagesOf(response);
    return [response.status, answer?.error?.code];
  };

  it.each<[string, string, [number, number]]>([
    ["no JSON", "{", [400, -32_700]],
    ["nothing", "", [400, -32_700]],
    ["a batch", JSON.stringify([list, list]), [400, -32_600]],
    ["an empty batch", "[]", [400, -32_600]],
    [
      "too deep",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${"[".repeat(200_000)}`,
      [400, -32_600],
    ],
    [
      "longer than a message may be",
      JSON.stringify({ ...list, params: { x: "a".repeat(1_100_000) } }),
      [413, -32_000],
    ],
  ])("is refused: %s", async (_, body, expected) => {
    expect(await errorOf(body)).toEqual(expected);
  });

  it.each([
    {},
    null,
    1,
    "text",
    { jsonrpc: "1.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: {}, method: "ping" },
  ])("is refused where it is JSON, too: %j", async (body) => {
    const [status] = await errorOf(JSON.stringify(body));
    expect(status).toBe(400);
  });

  it("is refused as another type, and by another method", async () => {
    expect((await sendToMcp({ key, body: list, headers: { "content-type": "text/plain" } })).status).toBe(
      415,
    );
    for (const method of ["HEAD", "PUT", "PATCH"]) {
      const response = await sendToMcp({ key, method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    }
  });

  it("names what is not there, with the id that was asked", async () => {
    for (const generation of ["2025", "2026"] as const) {
      const answer = await anMcpClient({ key }, generation).ask("skills/forget");
      expect([answer.id, answer.error?.code]).toEqual([1, -32_601]);
    }
  });

  it("says which protocols there are to who speaks another", async () => {
    const response = await sendToMcp({
      key,
      headers: { "mcp-protocol-version": "2031-01-01", "mcp-method": "skills/list" },
      body: { ...list, params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2031-01-01" } } },
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain("2026-07-28");
  });
});

describe("everything", () => {
  it("is kept by nobody, and carries its trace id", async () => {
    const response = await sendToMcp({
      key,
      body: list,
      headers: { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` },
    });
    expect(response.headers.get("cache-control")).toMatch(/no-store|no-cache/);
    expect(response.headers.get("x-trace-id")).toBe("a".repeat(32));
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});
