import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { createConnection } from "@/lib/models/commands/create-connection";
import type { ModelProvider } from "@/lib/models/provider-options";
import { openRecording } from "@/lib/sessions/commands/open-recording";
import { exportRecording } from "@/lib/sessions/export-recording";
import { listConversations } from "@/lib/sessions/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { replayRun } from "./branch-run";
import type { Expectations } from "./expectation-schema";
import type { StartRehearsal } from "./rehearsal-schema";
import { runEnded } from "./running-runs";
import { getRehearsal, startRehearsal } from "./start-rehearsal";

allowLocalServers();
const { db } = testDatabase();

/** A provider that streams these server-sent events once its connection was tested, as the real ones do. */
async function aProvider(context: Context, provider: ModelProvider, events: readonly object[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      asked += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of asked === 1 ? ready[provider] : events) {
        const type = z.object({ type: z.string() }).safeParse(event).data?.type;
        response.write(`${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`);
      }
      response.end(provider === "openai" || provider === "compatible" ? "data: [DONE]\n\n" : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const name = `Scripted ${provider}`;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return createConnection(context, { name, provider, baseUrl, modelId: "m", key: "sk-test-0123456789" });
}

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function furnished() {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  return { context, agent: await anAgentWith(context, [triage.name]) };
}

async function rehearsed(context: Context, input: Omit<StartRehearsal, "message"> & { agent: string }) {
  const { run } = await startRehearsal(context, { message: "Help me with it", ...input });
  await runEnded(run.id);
  const place = { conversation: run.conversationId, run: run.id };
  return { place, result: await getRehearsal(context, place) };
}

const chat = (delta: object, finish_reason: string | null = null) => ({
  id: "1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = { input_tokens: 10, output_tokens: 1 };
const anthropic = (text: string, delta: object) => [
  {
    type: "message_start",
    message: {
      id: "1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      usage,
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta, usage: { output_tokens: 7 } },
  { type: "message_stop" },
];
const gemini = (candidate: object) => ({
  candidates: [{ index: 0, ...candidate }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 7, totalTokenCount: 17 },
});
const said = (text: string) => ({ content: { role: "model", parts: [{ text }] } });
const readyInChat = [chat({ content: "ready" }), chat({}, "stop")];
const ready: Record<ModelProvider, object[]> = {
  anthropic: anthropic("ready", { stop_reason: "end_turn" }),
  openai: readyInChat,
  google: [gemini({ ...said("ready"), finishReason: "STOP" })],
  compatible: readyInChat,
};

describe("a provider's ending", () => {
  it.each<[ModelProvider, string, object[], string, string]>([
    [
      "anthropic",
      "refuses",
      anthropic("I", { stop_reason: "refusal", stop_details: { type: "refusal", category: "cyber" } }),
      "refused",
      "refusal",
    ],
    ["anthropic", "is cut", anthropic("It is", { stop_reason: "max_tokens" }), "cut", "max_tokens"],
    ["anthropic", "pauses", anthropic("Wait", { stop_reason: "pause_turn" }), "unfinished", "pause_turn"],
    ["openai", "filters", [chat({ content: "I" }), chat({}, "content_filter")], "refused", "content_filter"],
    ["openai", "refuses", [chat({ refusal: "I cannot." }), chat({}, "stop")], "refused", "stop"],
    ["openai", "is cut", [chat({ content: "It is" }), chat({}, "length")], "cut", "length"],
    ["google", "blocks the answer", [gemini({ finishReason: "SAFETY" })], "refused", "SAFETY"],
    [
      "google",
      "blocks the prompt",
      [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 10 } }],
      "refused",
      "PROHIBITED_CONTENT",
    ],
    ["google", "is cut", [gemini({ ...said("It is"), finishReason: "MAX_TOKENS" })], "cut", "MAX_TOKENS"],
    [
      "google",
      "breaks its call",
      [gemini({ finishReason: "MALFORMED_FUNCTION_CALL" })],
      "unfinished",
      "MALFORMED_FUNCTION_CALL",
    ],
    ["compatible", "refuses", [chat({ refusal: "I cannot." }), chat({}, "stop")], "refused", "stop"],
    [
      "compatible",
      "filters by its own word",
      [chat({ content: "I" }), chat({}, "sensitive")],
      "refused",
      "sensitive",
    ],
    ["compatible", "says nothing", [chat({ content: "" }), chat({}, "stop")], "empty", "stop"],
  ])("of %s that %s never passes", async (provider, _, events, kind, providerReason) => {
    const { context, agent } = await furnished();
    const { name } = await aProvider(context, provider, events);
    const expect_: Expectations = { notActivated: [triage.name] };
    const { result } = await rehearsed(context, { agent, model: name, expect: expect_ });
    expect(result).toMatchObject({ outcome: "done", passed: false, finish: { kind, providerReason } });
    expect(result.expectations.filter(({ passed }) => !passed)).toMatchObject([{ kind: "finish" }]);
    if (kind === "refused") {
      const wanted = await rehearsed(context, { agent, model: name, expect: { finish: "refused" } });
      expect(wanted.result.passed).toBe(true);
    }
  });

  it("is listed with its conversation, and stays what it was in a recording and when the run is played again", async () => {
    const { context, agent } = await furnished();
    const { name } = await aProvider(context, "anthropic", anthropic("It is", { stop_reason: "max_tokens" }));
    const { place } = await rehearsed(context, { agent, model: name });
    const listed = await listConversations(context, {});
    expect(listed.items[0]?.lastRun).toMatchObject({ state: "done", answer: "cut" });
    const opened = await openRecording(context, toJson(await exportRecording(context, place)));
    expect(opened.lastRun).toMatchObject({ state: "done", answer: "cut" });
    const { run } = await replayRun(context, { ...place, fast: true });
    await runEnded(run.id);
    expect(await getRehearsal(context, { ...place, run: run.id })).toMatchObject({
      passed: false,
      finish: { kind: "cut", providerReason: "max_tokens" },
    });
  });
});

describe("a model that is asked for by its name", () => {
  const replies = [{ kind: "answer" as const, text: ["Done."] }];

  it("is the same as by its id, in letters of either case, and kept by its id", async () => {
    const { context, agent } = await furnished();
    const { id } = await aModel(context, { replies, name: "Large" });
    for (const model of [id, "Large", "large"]) {
      const { place, result } = await rehearsed(context, { agent, model });
      expect(result).toMatchObject({ outcome: "done", text: "Done." });
      const run = await db.run.findUnique({ where: { id: place.run } });
      expect(run?.overrides).toEqual({ model: id });
    }
    const builtIn = await rehearsed(context, { agent, model: "Rehearsal" });
    expect((await db.run.findUnique({ where: { id: builtIn.place.run } }))?.overrides).toEqual({
      model: "rehearsal",
    });
  });

  it("is refused with the ids when several have it, and with the names when nobody has", async () => {
    const { context, agent } = await furnished();
    const one = await aModel(context, { replies, name: "Large" });
    const other = await aModel(context, { replies, name: "LARGE" });
    const started = (model: string) => startRehearsal(context, { agent, message: "Help", model });
    await expect(started("large")).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringMatching(new RegExp(`(?=.*${one.id})(?=.*${other.id})`)),
    });
    await expect(started("Medium")).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("LARGE"),
    });
    const elsewhere = await furnished();
    await expect(
      startRehearsal(elsewhere.context, { agent: elsewhere.agent, message: "Help", model: one.id }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    const named = await aModel(context, { replies, name: "Rehearsal" });
    await expect(started("Rehearsal")).rejects.toMatchObject({ message: expect.stringContaining(named.id) });
    expect((await rehearsed(context, { agent, model: "LARGE" })).result.text).toBe("Done.");
  });
});

describe("an expected tool", () => {
  it("of the agent is known when the run starts, and a wrong one is named", async () => {
    const { context, agent } = await furnished();
    const inputSchema = { type: "object", properties: { team: { type: "string" } } };
    const result = '{"paged":true}';
    const stub = { kind: "stub" as const, name: "page_owner", description: "Pages.", inputSchema, result };
    const page = { name: "page_owner", input: { team: "payments" } };
    const { id } = await aModel(context, {
      replies: [
        { kind: "answer", calls: [page] },
        { kind: "answer", text: ["Paged."] },
      ],
    });
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, tools: [stub], model: id });
    const expect_ = {
      toolsCalled: [{ name: "page_owner", inputEquals: { team: "payments" } }],
      costAtMost: 5,
    };
    const { result: judged } = await rehearsed(context, { agent, expect: expect_ });
    expect(judged.expectations.filter(({ passed }) => !passed)).toMatchObject([
      { kind: "costAtMost", message: expect.stringContaining("has no prices") },
    ]);
    await expect(
      startRehearsal(context, { agent, message: "Help", expect: { toolsNotCalled: ["page_owners"] } }),
    ).rejects.toMatchObject({ message: expect.stringContaining("Did you mean page_owner?") });
  });
});
