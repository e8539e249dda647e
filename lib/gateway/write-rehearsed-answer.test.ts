import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import {
  chatWriter,
  contentWriter,
  messagesWriter,
  piecesOf,
  type WrittenAnswer,
} from "./write-rehearsed-answer";
import { responsesWriter } from "./write-rehearsed-responses";

const answer: WrittenAnswer = {
  text: "Best fit.\n\n> Two words",
  calls: [
    { tool: "Skill", input: { skill: "notes" } },
    { tool: "Read", input: { file_path: '/a "b"' } },
  ],
  model: "large",
  id: "7",
  tokens: { input: 12, output: 5 },
  tellsUsage: false,
};
const textAlone: WrittenAnswer = { ...answer, calls: [] };
const callAlone: WrittenAnswer = { ...answer, text: "", calls: answer.calls.slice(0, 1) };

const record = z.record(z.string(), z.unknown());
/** The data of server-sent events, with the name that stands before each. */
const eventsOf = (pieces: readonly string[]) =>
  pieces.map((piece) => {
    const [, name = "", data = ""] = /^(?:event: (.*)\n)?data: (.*)\n\n$/.exec(piece) ?? [];
    return { name, data: data === "[DONE]" ? data : record.parse(JSON.parse(data)) };
  });

const said = [
  { kind: "text", text: answer.text },
  { kind: "call", id: "call_7_1", tool: "Skill", input: { skill: "notes" } },
  { kind: "call", id: "call_7_2", tool: "Read", input: { file_path: '/a "b"' } },
];

describe("an answer in Anthropic's words", () => {
  it("is one message at once", () => {
    expect(messagesWriter.whole(answer)).toEqual({
      id: "msg_7",
      type: "message",
      role: "assistant",
      model: "large",
      content: [
        { type: "text", text: answer.text },
        { type: "tool_use", id: "call_7_1", name: "Skill", input: { skill: "notes" } },
        { type: "tool_use", id: "call_7_2", name: "Read", input: { file_path: '/a "b"' } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 12, output_tokens: 5 },
    });
    expect(messagesWriter.whole(textAlone)).toMatchObject({ stop_reason: "end_turn" });
    expect(messagesWriter.whole(callAlone)).toMatchObject({ content: [{ type: "tool_use" }] });
  });

  it("is streamed block by block, each event with its name", () => {
    const events = eventsOf(messagesWriter.stream(answer));
    for (const { name, data } of events) expect(data).toMatchObject({ type: name });
    expect(events.map(({ name }) => name)).toEqual([
      "message_start",
      "content_block_start",
      ...piecesOf(answer.text).map(() => "content_block_delta"),
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    const starts = events.filter(({ name }) => name === "content_block_start").map(({ data }) => data);
    expect(starts).toMatchObject([
      { index: 0, content_block: { type: "text", text: "" } },
      { index: 1, content_block: { type: "tool_use", id: "call_7_1", name: "Skill", input: {} } },
      { index: 2, content_block: { type: "tool_use", id: "call_7_2", name: "Read", input: {} } },
    ]);
    expect(events[0]?.data).toMatchObject({ message: { usage: { input_tokens: 12 }, stop_reason: null } });
    expect(events.at(-2)?.data).toMatchObject({
      delta: { stop_reason: "tool_use" },
      usage: { output_tokens: 5 },
    });
  });

  it("begins with its call where it has no words", () => {
    const starts = eventsOf(messagesWriter.stream(callAlone)).filter(
      ({ name }) => name === "content_block_start",
    );
    expect(starts.map(({ data }) => data)).toMatchObject([{ index: 0, content_block: { type: "tool_use" } }]);
  });
});

describe("an answer in OpenAI's words", () => {
  it("is a response with its items at once", () => {
    expect(responsesWriter.whole(answer)).toMatchObject({
      id: "resp_7",
      object: "response",
      status: "completed",
      model: "large",
      output: [
        { id: "msg_7", type: "message", role: "assistant", content: [{ type: "output_text" }] },
        { id: "fc_7_1", type: "function_call", call_id: "call_7_1", name: "Skill" },
        { id: "fc_7_2", type: "function_call", arguments: '{"file_path":"/a \\"b\\""}' },
      ],
      usage: { input_tokens: 12, output_tokens: 5, total_tokens: 17 },
    });
  });

  it("is streamed as a response, with numbers that have no gap", () => {
    const events = eventsOf(responsesWriter.stream(answer));
    expect(events.map(({ data }) => record.parse(data).sequence_number)).toEqual(events.map((_, at) => at));
    expect(events.map(({ name }) => name)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      ...piecesOf(answer.text).map(() => "response.output_text.delta"),
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      ...callEvents,
      ...callEvents,
      "response.completed",
    ]);
    const items = events.filter(({ name }) => name === "response.output_item.done").map(({ data }) => data);
    expect(items).toMatchObject([
      { output_index: 0, item: { status: "completed", content: [{ text: answer.text }] } },
      { output_index: 1, item: { name: "Skill", arguments: '{"skill":"notes"}' } },
      { output_index: 2, item: { name: "Read" } },
    ]);
    expect(events.at(-1)?.data).toMatchObject({
      response: { output: [{}, {}, {}], usage: { total_tokens: 17 } },
    });
  });

  const callEvents = [
    "response.output_item.added",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.output_item.done",
  ];

  it("is a chat completion at once", () => {
    expect(chatWriter.whole(answer)).toMatchObject({
      object: "chat.completion",
      choices: [
        {
          message: {
            role: "assistant",
            content: answer.text,
            tool_calls: [
              {
                id: "call_7_1",
                type: "function",
                function: { name: "Skill", arguments: '{"skill":"notes"}' },
              },
              { id: "call_7_2" },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
    });
    const alone = chatWriter.whole(textAlone);
    expect(alone).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    expect(JSON.stringify(alone)).not.toContain("tool_calls");
    expect(chatWriter.whole(callAlone)).toMatchObject({ choices: [{ message: { content: null } }] });
  });

  it("is streamed as chunks with an end, and tells its use only where that is asked for", () => {
    const events = eventsOf(chatWriter.stream(answer)).map(({ data }) => data);
    expect(events[0]).toMatchObject({ choices: [{ delta: { role: "assistant" }, finish_reason: null }] });
    expect(events.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
    expect(events.at(-1)).toBe("[DONE]");
    const calls = events.flatMap((event) => (JSON.stringify(event).includes('tool_calls":[') ? [event] : []));
    expect(calls).toMatchObject([
      { choices: [{ delta: { tool_calls: [{ index: 0, id: "call_7_1" }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 1, id: "call_7_2" }] } }] },
    ]);
    expect(JSON.stringify(events)).not.toContain("usage");
    const told = eventsOf(chatWriter.stream({ ...answer, tellsUsage: true })).map(({ data }) => data);
    expect(told.at(-2)).toMatchObject({ choices: [], usage: { prompt_tokens: 12 } });
  });
});

describe("an answer in Gemini's words", () => {
  it("is one candidate at once", () => {
    expect(contentWriter.whole(answer)).toEqual({
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { text: answer.text },
              { functionCall: { name: "Skill", args: { skill: "notes" } } },
              { functionCall: { name: "Read", args: { file_path: '/a "b"' } } },
            ],
          },
          index: 0,
          finishReason: "STOP",
        },
      ],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
      modelVersion: "large",
      responseId: "7",
    });
  });

  it("is streamed as answers of which the last one ends it", () => {
    const pieces = contentWriter.stream(answer).map((piece) => record.parse(JSON.parse(piece)));
    expect(pieces).toHaveLength(piecesOf(answer.text).length + 2);
    const endings = pieces.map((piece) => JSON.stringify(piece).includes('"finishReason":"STOP"'));
    expect(endings).toEqual([...pieces.slice(1).map(() => false), true]);
    const nothing = contentWriter.stream({ ...answer, text: "", calls: [] });
    expect(nothing).toHaveLength(1);
    expect(nothing[0]).toContain('"finishReason":"STOP"');
  });
});

describe("an answer", () => {
  it.each([
    ["messages", messagesWriter],
    ["responses", responsesWriter],
    ["chat-completions", chatWriter],
  ] as const)("reads the same at once and streamed: %s", (protocol, writer) => {
    const atOnce = { contentType: "application/json", text: JSON.stringify(writer.whole(answer)) };
    const streamed = { contentType: "text/event-stream", text: writer.stream(answer).join("") };
    for (const given of [atOnce, streamed]) {
      const read = readHostAnswer(protocol, given);
      expect(read).toMatchObject({ parts: said, isWhole: true });
    }
  });

  it("is streamed word by word and loses nothing", () => {
    for (const text of [answer.text, " a  b\n", "x", ""]) expect(piecesOf(text).join("")).toBe(text);
    expect(piecesOf("one two\nthree")).toEqual(["one ", "two\n", "three"]);
  });
});
