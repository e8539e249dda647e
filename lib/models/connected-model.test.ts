import { inspect } from "node:util";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type ModelServer,
  type Reply,
  startModelServer,
  type Wire,
} from "@/lib/testing/servers/model-server";
import { ConnectedModel, mostRetries } from "./connected-model";
import { ExchangeRecorder } from "./exchange-recorder";
import { openProvider } from "./open-provider";
import type { ModelRetry } from "./ports";

const usualKey = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function opened(wire: Wire, replies: readonly Reply[], timeoutMs = 5_000, key = usualKey) {
  server = await startModelServer(wire, replies);
  const recorder = new ExchangeRecorder(fetch, key);
  const retries: ModelRetry[] = [];
  const provider = wire === "openai" ? ("compatible" as const) : ("anthropic" as const);
  const model = new ConnectedModel(
    openProvider({ provider, baseUrl: server.baseUrl, modelId: "large", key }, recorder.send),
    {
      timeoutMs,
      recorder,
      step: () => ({ step: 1, onRetry: async (retry) => void retries.push(retry) }),
      mostRetries,
    },
  );
  return { model, recorder, retries, server };
}

const prompt = [
  { role: "user" as const, content: [{ type: "text" as const, text: `Say it. My key is ${usualKey}` }] },
];

/** The text that came, and the error that ended it. */
async function read(model: ConnectedModel, abortSignal?: AbortSignal) {
  const parts: LanguageModelV4StreamPart[] = [];
  try {
    const { stream } = await model.doStream({ prompt, ...(abortSignal ? { abortSignal } : {}) });
    for await (const part of stream) parts.push(part);
  } catch (error) {
    return { parts, text: textOf(parts), error };
  }
  const failed = parts.find((part) => part.type === "error");
  return { parts, text: textOf(parts), error: failed?.error ?? null };
}
const textOf = (parts: readonly LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");

const limited = (headers: Record<string, string>): Reply => ({
  kind: "refuse",
  status: 429,
  headers,
  body: { error: { type: "rate_limit_error", message: "Slow down" } },
});
const answer: Reply = { kind: "answer", text: ["One ", "two"] };

describe("an address that speaks like Anthropic", () => {
  it("may stream events that came into the API later", async () => {
    const { model } = await opened("anthropic", [{ ...answer, newEvent: { type: "something_new" } }]);
    const { text, error, parts } = await read(model);
    expect({ text, error }).toEqual({ text: "One two", error: null });
    expect(parts.map(({ type }) => type)).not.toContain("error");
  });

  it("breaks an answer by an event of a known kind that is none", async () => {
    const { model } = await opened("anthropic", [{ ...answer, newEvent: { type: "content_block_start" } }]);
    expect((await read(model)).error).toMatchObject({ code: "MALFORMED_ANSWER" });
  });

  it("is sent tools with the fields that all of them know", async () => {
    const { model, server: provider } = await opened("anthropic", [answer]);
    const inputSchema = { type: "object" as const, properties: {} };
    const { stream } = await model.doStream({
      prompt,
      tools: [{ type: "function", name: "add", description: "Adds.", inputSchema }],
    });
    await Array.fromAsync(stream);
    const body = provider.requests[0]?.body;
    expect(body).toMatchObject({ stream: true, tools: [{ name: "add", description: "Adds." }] });
    expect(Object.keys(z.array(z.looseObject({})).parse(body?.tools)[0] ?? {}).sort()).toEqual([
      "description",
      "input_schema",
      "name",
    ]);
  });
});

describe.each(["openai", "anthropic"] as const)("over the %s wire", (wire) => {
  it("passes an answer on as it comes", async () => {
    const { model } = await opened(wire, [answer]);
    const { text, error, parts } = await read(model);
    expect({ text, error }).toEqual({ text: "One two", error: null });
    expect(parts.at(-1)).toMatchObject({
      type: "finish",
      usage: { inputTokens: { total: 120, cacheRead: 20 }, outputTokens: { total: 30 } },
    });
  });

  it.each([
    ["cut", "STREAM_CUT"],
    ["end", "STREAM_CUT"],
    ["garbage", "MALFORMED_ANSWER"],
    ["overloaded", "MODEL_OVERLOADED"],
    ["silence", "MODEL_TIMEOUT"],
  ] as const)("keeps the text that came before a stream was broken by %s", async (how, code) => {
    const { model } = await opened(wire, [{ kind: "break", text: ["Half of ", "it"], how }], 400);
    const { text, error } = await read(model);
    expect(text).toBe("Half of it");
    expect(error).toMatchObject({ name: "ModelError", code });
  });

  it("gives up a provider that never begins", async () => {
    const { model } = await opened(wire, [{ kind: "break", text: [], how: "silence" }], 200);
    expect((await read(model)).error).toMatchObject({ code: "MODEL_TIMEOUT" });
  });

  it("waits as long as it is asked to, tells so, and asks again", async () => {
    const {
      model,
      retries,
      server: provider,
    } = await opened(wire, [limited({ "retry-after-ms": "20" }), answer]);
    expect((await read(model)).text).toBe("One two");
    expect(retries).toEqual([
      {
        step: 1,
        attempt: 1,
        code: "RATE_LIMITED",
        message: expect.stringContaining("Slow down"),
        waitMs: 20,
      },
    ]);
    expect(provider.requests).toHaveLength(2);
  });

  it("asks at most twice more", async () => {
    const { model, retries, server: provider } = await opened(wire, [limited({ "retry-after-ms": "5" })]);
    expect((await read(model)).error).toMatchObject({ code: "RATE_LIMITED" });
    expect(retries.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(provider.requests).toHaveLength(3);
  });

  it("does not sit through a long wait, but says how long it is", async () => {
    const {
      model,
      retries,
      server: provider,
    } = await opened(wire, [limited({ "retry-after": "3600" }), answer]);
    expect((await read(model)).error).toMatchObject({
      code: "RATE_LIMITED",
      message: expect.stringContaining("wait 3600 s"),
    });
    expect(retries).toEqual([]);
    expect(provider.requests).toHaveLength(1);
  });

  it("ends at once when the person stops, even while it waits", async () => {
    const { model } = await opened(wire, [limited({ "retry-after": "20" })]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 60);
    expect((await read(model, stop.signal)).error).toMatchObject({ name: "AbortError" });
  });

  it("lets go of the provider when the person stops in the middle of an answer", async () => {
    const { model } = await opened(wire, [{ kind: "break", text: ["Half"], how: "silence" }]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 60);
    expect((await read(model, stop.signal)).error).toMatchObject({ name: "AbortError" });
  });

  it("records what went over the wire, with secrets taken out", async () => {
    const { model, recorder } = await opened(wire, [answer]);
    await read(model);
    const exchange = recorder.exchange();
    expect(exchange).toMatchObject({
      request: { method: "POST", body: { model: "large" } },
      response: { status: 200 },
    });
    expect(exchange?.parts.map(({ part }) => part)).toContainEqual(
      expect.objectContaining({ delta: "One " }),
    );
    expect(JSON.stringify(exchange)).not.toContain("abcdefghij");
    expect(JSON.stringify(exchange)).toContain("[redacted]");
  });

  it("records a refusal with its body", async () => {
    const body = { error: { message: `Bad key ${usualKey}`, type: "authentication_error" } };
    const { model, recorder } = await opened(wire, [{ kind: "refuse", status: 401, body }]);
    const { error } = await read(model);
    expect(error).toMatchObject({ code: "WRONG_KEY" });
    expect(String(error)).not.toContain("abcdefghij");
    expect(recorder.exchange()?.response).toMatchObject({
      status: 401,
      body: { error: { message: "Bad key [redacted]" } },
    });
  });

  it("tells nobody a key that looks like no key and comes back in a refusal", async () => {
    const odd = "hedgehog-marble-42";
    const body = { error: { message: `Bad key ${odd}`, type: "authentication_error" } };
    const { model } = await opened(wire, [{ kind: "refuse", status: 401, body }], 5_000, odd);
    const { error } = await read(model);
    expect(error).toMatchObject({
      code: "WRONG_KEY",
      message: expect.stringContaining("Bad key [redacted]"),
    });
    expect(inspect(error, { depth: 10 })).not.toContain(odd);
  });

  it("records a refusal of any depth", async () => {
    const body = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    const { model, recorder } = await opened(wire, [{ kind: "refuse", status: 400, body }]);
    expect((await read(model)).error).toMatchObject({ code: "MODEL_REFUSED" });
    expect(recorder.exchange()?.response).toMatchObject({ status: 400, body: expect.stringMatching(/^\[+/) });
  });

  it("answers at once when no stream is asked for", async () => {
    const { model } = await opened(wire, [
      limited({ "retry-after-ms": "5" }),
      { kind: "refuse", status: 401, body: {} },
    ]);
    await expect(model.doGenerate({ prompt })).rejects.toMatchObject({ code: "WRONG_KEY" });
  });
});
