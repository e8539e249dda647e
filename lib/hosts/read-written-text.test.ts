import { describe, expect, it } from "vitest";
import type { HostProtocol } from "./host-traffic";
import { readHostAnswer } from "./read-host-answer";
import { readWrittenText } from "./read-written-text";

const stream = (...events: readonly object[]) => ({
  contentType: "text/event-stream",
  text: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
});
const whole = (value: object) => ({ contentType: "application/json", text: JSON.stringify(value) });

describe("all that a model wrote", () => {
  it.each([
    [
      "messages",
      stream(
        { type: "content_block_start", content_block: { type: "thinking", thinking: "" } },
        { type: "content_block_delta", delta: { type: "thinking_delta", thinking: "hm " } },
        { type: "content_block_start", content_block: { type: "tool_use", input: {} } },
        { type: "content_block_delta", delta: { type: "input_json_delta", partial_json: '{"a":' } },
      ),
      'hm {"a":',
    ],
    [
      "messages",
      whole({ content: [{ thinking: "hm " }, { text: "Hi" }, { type: "tool_use", input: { a: 1 } }] }),
      'hm Hi{"a":1}',
    ],
    [
      "responses",
      stream(
        { type: "response.reasoning_summary_text.delta", delta: "hm " },
        { type: "response.output_text.delta", delta: "Hi" },
        { type: "response.output_text.done", text: "Hi" },
        { type: "response.output_item.done", item: { content: [{ text: "Hi" }] } },
        { type: "response.completed", response: { output: [{ content: [{ text: "Hi" }] }] } },
      ),
      "hm Hi",
    ],
    [
      "responses",
      stream({ type: "response.output_item.done", item: { type: "function_call", arguments: "{}" } }),
      "{}",
    ],
    [
      "responses",
      whole({ object: "response", output: [{ summary: [{ text: "hm " }] }, { content: [{ text: "Hi" }] }] }),
      "hm Hi",
    ],
    [
      "chat-completions",
      stream(
        { choices: [{ delta: { reasoning_content: "hm " } }] },
        { choices: [{ delta: { content: "Hi" } }, { delta: { content: "Ho" } }] },
        { choices: [{ delta: { tool_calls: [{ function: { arguments: '{"a"' } }] } }] },
      ),
      'hm HiHo{"a"',
    ],
    ["chat-completions", whole({ choices: [{ message: { content: "Hi", refusal: "No" } }] }), "HiNo"],
    [
      "generate-content",
      stream({ candidates: [{ content: { parts: [{ text: "hm ", thought: true }, { text: "Hi" }] } }] }),
      "hm Hi",
    ],
    [
      "generate-content",
      whole({ candidates: [{ content: { parts: [{ functionCall: { args: { a: 1 } } }] } }] }),
      '{"a":1}',
    ],
  ] satisfies [HostProtocol, { contentType: string; text: string }, string][])(
    "%s: thoughts, words and calls, each once",
    (protocol, answer, expected) => {
      expect(readWrittenText(protocol, answer)).toBe(expected);
    },
  );

  it.each(["", "<html>", "data: [DONE]\n\n", "data: 7\n\n", "[1]"])("is nothing in %s", (text) => {
    for (const protocol of ["messages", "responses", "chat-completions", "generate-content"] as const)
      expect(readWrittenText(protocol, { contentType: "", text })).toBe("");
  });
});

describe("what Gemini counts", () => {
  const tokensOf = (usageMetadata: object) =>
    readHostAnswer("generate-content", whole({ candidates: [{ finishReason: "STOP" }], usageMetadata }))
      .tokens;

  it("is said and thought, of what was sent and what its own tools put in", () => {
    expect(tokensOf({ promptTokenCount: 10, candidatesTokenCount: 2, thoughtsTokenCount: 30 })).toEqual({
      input: 10,
      output: 32,
      cached: null,
    });
    expect(
      tokensOf({ promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount: 2 }),
    ).toMatchObject({ input: 15, output: 2 });
    expect(tokensOf({ promptTokenCount: 10, thoughtsTokenCount: 30 })).toMatchObject({ output: 30 });
    expect(tokensOf({ promptTokenCount: 10 })).toBeNull();
  });
});
