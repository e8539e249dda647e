import { describe, expect, it } from "vitest";
import { streamedMessage } from "@/lib/testing/hosts/host-requests";
import { hostProtocols } from "./host-traffic";
import { readHostAnswer } from "./read-host-answer";

const stream = (events: readonly unknown[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const json = (value: unknown) => ({ contentType: "application/json", text: JSON.stringify(value) });
const sse = (text: string) => ({ contentType: "text/event-stream; charset=utf-8", text });
const call = { kind: "call", id: "c1", tool: "Skill", input: { skill: "x" } };
const text = { kind: "text", text: "Hello there" };

describe("an answer", () => {
  it("of the Messages API", () => {
    const parts = [{ text: "Hello there" }, { id: "c1", tool: "Skill", input: { skill: "x" } }];
    expect(readHostAnswer("messages", sse(streamedMessage(parts)))).toEqual({
      parts: [text, call],
      finishReason: "end_turn",
      isWhole: true,
      tokens: { input: 120, output: 12, cached: 20 },
    });
    const whole = {
      content: [
        { type: "text", text: "Hello there" },
        { type: "tool_use", id: "c1", name: "Skill", input: { skill: "x" } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 1, output_tokens: 2 },
    };
    expect(readHostAnswer("messages", json(whole))).toMatchObject({
      parts: [text, call],
      finishReason: "tool_use",
      isWhole: true,
      tokens: { input: 1, output: 2, cached: null },
    });
  });

  it("of the Responses API", () => {
    const items = [
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello there" }] },
      { type: "function_call", call_id: "c1", name: "Skill", arguments: '{"skill":"x"}' },
      { type: "reasoning", summary: [] },
    ];
    const usage = { input_tokens: 1, output_tokens: 2, input_tokens_details: { cached_tokens: 1 } };
    const events = [
      ...items.map((item) => ({ type: "response.output_item.done", item })),
      { type: "response.completed", response: { status: "completed", output: items, usage } },
    ];
    const read = {
      parts: [text, call],
      finishReason: "completed",
      isWhole: true,
      tokens: { input: 1, output: 2, cached: 1 },
    };
    expect(readHostAnswer("responses", sse(stream(events)))).toEqual(read);
    expect(readHostAnswer("responses", json({ status: "completed", output: items, usage }))).toEqual(read);
  });

  it("of the Chat Completions API, put together from its pieces", () => {
    const piece = (delta: unknown, finish_reason: string | null = null) => ({
      choices: [{ delta, finish_reason }],
    });
    const named = (given: string, name?: string) => ({
      tool_calls: [{ index: 0, ...(name ? { id: "c1" } : {}), function: { name, arguments: given } }],
    });
    const events = [
      piece({ content: "Hello " }),
      piece({ content: "there" }),
      piece(named('{"ski', "Skill")),
      piece(named('ll":"x"}')),
      piece({}, "tool_calls"),
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
    ];
    const read = { parts: [text, call], finishReason: "tool_calls", isWhole: true };
    expect(readHostAnswer("chat-completions", sse(`${stream(events)}data: [DONE]\n\n`))).toMatchObject(read);
    const message = {
      content: "Hello there",
      tool_calls: [{ id: "c1", function: { name: "Skill", arguments: '{"skill":"x"}' } }],
    };
    expect(
      readHostAnswer("chat-completions", json({ choices: [{ message, finish_reason: "tool_calls" }] })),
    ).toMatchObject(read);
  });

  it("of Gemini, thoughts left out", () => {
    const chunk = (parts: unknown, finishReason?: string) => ({
      candidates: [{ content: { role: "model", parts }, finishReason }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
    });
    const events = [
      chunk([{ text: "hm", thought: true }]),
      chunk([{ text: "Hello " }]),
      chunk([{ text: "there" }]),
      chunk([{ functionCall: { id: "c1", name: "Skill", args: { skill: "x" } } }], "STOP"),
    ];
    expect(readHostAnswer("generate-content", sse(stream(events).replaceAll("\n", "\r\n")))).toEqual({
      parts: [text, call],
      finishReason: "STOP",
      isWhole: true,
      tokens: { input: 1, output: 2, cached: null },
    });
  });

  it.each(hostProtocols)("%s: that was cut or is nonsense is not whole, and no exception", (protocol) => {
    const cut = streamedMessage([{ text: "Hello there" }]).slice(0, 300);
    for (const answer of [
      sse(cut),
      sse("data: {\n\n"),
      sse(""),
      json([1]),
      { contentType: "", text: "<html>" },
    ])
      expect(readHostAnswer(protocol, answer).isWhole).toBe(false);
  });
});

describe("the end of an answer", () => {
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    choices: [{ delta, finish_reason }],
  });
  const item = (content: unknown) => ({ type: "message", role: "assistant", content: [content] });

  it.each<[Parameters<typeof readHostAnswer>[0], string, Parameters<typeof readHostAnswer>[1], string]>([
    [
      "chat-completions",
      "a refusal beside a plain stop",
      sse(stream([chunk({ refusal: "I cannot" }), chunk({ refusal: "." }), chunk({}, "stop")])),
      "refusal",
    ],
    [
      "chat-completions",
      "a whole refusal",
      json({ choices: [{ message: { content: null, refusal: "No." }, finish_reason: "stop" }] }),
      "refusal",
    ],
    ["chat-completions", "a cut", sse(stream([chunk({ content: "It" }), chunk({}, "length")])), "length"],
    [
      "responses",
      "a refusal",
      json({ status: "completed", output: [item({ type: "refusal", refusal: "No." })], usage: {} }),
      "refusal",
    ],
    [
      "responses",
      "a cut",
      json({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] }),
      "max_output_tokens",
    ],
    ["responses", "an end without a reason", json({ status: "incomplete", output: [] }), "incomplete"],
    ["generate-content", "a blocked prompt", json({ promptFeedback: { blockReason: "SAFETY" } }), "SAFETY"],
    [
      "generate-content",
      "a blocked answer",
      json({ candidates: [{ finishReason: "RECITATION" }] }),
      "RECITATION",
    ],
  ])("of %s tells of %s", (protocol, _, answer, finishReason) => {
    expect(readHostAnswer(protocol, answer).finishReason).toBe(finishReason);
  });
});
