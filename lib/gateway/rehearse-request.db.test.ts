import { describe, expect, it } from "vitest";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { newestExchange, sendAsHost } from "@/lib/testing/hosts/gateway";
import { createGatewayKey } from "./commands/create-gateway-key";
import type { WireProtocol } from "./gateway-options";

const { db } = testDatabase();

const description = "Writes release notes from changes.";
const message = "Write release notes: search is faster";
const list = `The following skills are available for use with the Skill tool:\n\n- release-notes: ${description}`;
const parameters = { type: "object", properties: { skill: { type: "string" } } };

/** The same request in every protocol: a list of one skill, a tool that loads it, and a message. */
const bodies = {
  messages: {
    model: "claude-x",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: list },
          { type: "text", text: message },
        ],
      },
    ],
    tools: [{ name: "Skill", input_schema: parameters }],
  },
  responses: {
    model: "gpt-x",
    instructions: list,
    input: [{ role: "user", content: [{ type: "input_text", text: message }] }],
    tools: [{ type: "function", name: "Skill", parameters }],
  },
  "chat-completions": {
    model: "gpt-x",
    messages: [
      { role: "system", content: list },
      { role: "user", content: message },
    ],
    tools: [{ type: "function", function: { name: "Skill", parameters } }],
  },
  "generate-content": {
    systemInstruction: { parts: [{ text: list }] },
    contents: [{ role: "user", parts: [{ text: message }] }],
    tools: [{ functionDeclarations: [{ name: "Skill", parameters }] }],
  },
} as const satisfies Record<WireProtocol, object>;

const ways = [
  ["messages", "/v1/messages", false],
  ["messages", "/v1/messages", true],
  ["responses", "/v1/responses", false],
  ["responses", "/v1/responses", true],
  ["chat-completions", "/v1/chat/completions", false],
  ["chat-completions", "/v1/chat/completions", true],
  ["generate-content", "/v1beta/models/gemini-x:generateContent", false],
  ["generate-content", "/v1beta/models/gemini-x:streamGenerateContent?alt=sse", true],
] as const;

async function ask(protocol: WireProtocol, path: string, body: object) {
  const ines = await aContext(db);
  const { address } = await createGatewayKey(ines, { name: "Laptop" });
  const response = await sendAsHost(address, { path, body: JSON.stringify(body) });
  const contentType = response.headers.get("content-type") ?? "";
  const text = await response.text();
  return {
    ines,
    status: response.status,
    contentType,
    text,
    answer: readHostAnswer(protocol, { contentType, text }),
  };
}

describe("Rehearsal at the gateway", () => {
  it.each(ways)("answers %s at %s in its own words, streamed: %s", async (protocol, path, stream) => {
    const asked = { ...bodies[protocol], ...(path.includes("models/") ? {} : { stream }) };
    const { ines, status, contentType, answer } = await ask(protocol, path, asked);
    expect(status).toBe(200);
    expect(contentType.startsWith("text/event-stream")).toBe(stream);
    expect(answer.parts).toMatchObject([
      { kind: "text", text: expect.stringContaining("Best fit: `release-notes`") },
      { kind: "call", tool: "Skill", input: { skill: "release-notes" } },
    ]);
    expect(answer.isWhole).toBe(true);
    const tellsTokens = protocol !== "chat-completions" || !stream;
    if (tellsTokens) expect(answer.tokens?.output).toBeGreaterThan(0);
    const modelAsked = "model" in asked ? asked.model : "gemini-x";
    expect(await newestExchange(ines)).toMatchObject({
      modelId: "rehearsal",
      modelAsked,
      status: 200,
      ending: "whole",
      note: null,
      cost: null,
      request: asked,
    });
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(0);
  });

  it("tells what a stream took where the host asks for it", async () => {
    const body = { ...bodies["chat-completions"], stream: true, stream_options: { include_usage: true } };
    const { answer } = await ask("chat-completions", "/v1/chat/completions", body);
    expect(answer.tokens?.input).toBeGreaterThan(0);
  });

  it("streams to Gemini without server-sent events as a list that grows", async () => {
    const path = "/v1beta/models/gemini-x:streamGenerateContent";
    const { text, contentType } = await ask("generate-content", path, bodies["generate-content"]);
    expect(contentType).toContain("application/json");
    const pieces: unknown[] = JSON.parse(text);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.at(-1)).toMatchObject({ candidates: [{ finishReason: "STOP" }] });
  });

  it("answers in the form that a host asks for: a title, a choice", async () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, score: { type: "integer", minimum: 3 } },
    };
    const config = { responseMimeType: "application/json", responseJsonSchema: schema };
    const { contents } = bodies["generate-content"];
    const { answer } = await ask("generate-content", "/v1beta/models/g:generateContent", {
      contents,
      generationConfig: config,
    });
    expect(answer.parts).toEqual([{ kind: "text", text: JSON.stringify({ title: message, score: 3 }) }]);
  });

  it("counts what a request would have, and lists itself", async () => {
    const ines = await aContext(db);
    const { address } = await createGatewayKey(ines, { name: "Laptop" });
    const counted = await sendAsHost(address, { path: "/v1/messages/count_tokens", body: "x".repeat(400) });
    expect(await counted.json()).toEqual({ input_tokens: 100, totalTokens: 100 });
    const listed = await sendAsHost(address, { path: "/v1beta/models", method: "GET" });
    expect(await listed.json()).toMatchObject({ models: [{ name: "models/rehearsal" }] });
    expect(await newestExchange(ines)).toBeNull();
  });

  it.each([
    ["/v1/messages", "{", { error: { type: "invalid_request_error" } }],
    ["/v1/responses", '{"model":"m"}', { error: { code: "invalid_request" } }],
    ["/v1beta/models/g:generateContent", "[]", { error: { status: "INVALID_ARGUMENT" } }],
    [
      "/v1/chat/completions",
      `{"x":${"[".repeat(900)}${"]".repeat(900)}}`,
      { error: { code: "invalid_request" } },
    ],
  ])("says to %s what it cannot answer: %.20s", async (path, body, refusal) => {
    const ines = await aContext(db);
    const { address } = await createGatewayKey(ines, { name: "Laptop" });
    const refused = await sendAsHost(address, { path, body });
    expect([refused.status, await refused.json()]).toMatchObject([400, refusal]);
  });
});
