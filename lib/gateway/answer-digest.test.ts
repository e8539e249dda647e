import { describe, expect, it } from "vitest";
import type { HostPart, HostProtocol } from "@/lib/hosts/host-traffic";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import { sha256 } from "@/lib/platform/crypto";
import { scriptedRequest } from "@/lib/testing/hosts/host-requests";
import { digestAnswer, digestBehind } from "./answer-digest";
import { splitRequest } from "./split-request";

const said = (text: string): HostPart => ({ kind: "text", text });
const called = (input: unknown, tool = "Skill"): HostPart => ({ kind: "call", id: "c", tool, input });
const digest = (...parts: readonly HostPart[]) => digestAnswer(parts, sha256);

describe("an answer's digest", () => {
  it("is the same however its words are cut and spaced, and its fields ordered", () => {
    expect(digest(said("Good "), said("day."))).toBe(digest(said("Good day.\n")));
    expect(digest(called({ a: 1, b: { c: 2, d: 3 } }))).toBe(digest(called({ b: { d: 3, c: 2 }, a: 1 })));
  });

  it("is another one for other words, another tool and another input", () => {
    const all = [digest(said("Hi")), digest(said("Hello")), digest(said("Hi"), called({}))];
    all.push(digest(called({ skill: "a" })), digest(called({ skill: "b" })), digest(called({}, "Read")));
    expect(new Set(all).size).toBe(all.length);
  });

  it("is none for one that says and calls nothing", () => {
    expect([digest(), digest(said(" \n")), digest({ kind: "data" })]).toEqual([null, null, null]);
  });
});

/** The first answer of a scripted host, as the model gave it, and how many items stood before it. */
const answers: Record<HostProtocol, { size: number; answer: object }> = {
  messages: {
    size: 1,
    answer: {
      content: [{ type: "tool_use", id: "t0", name: "load", input: { name: "x" } }],
      stop_reason: "t",
    },
  },
  responses: {
    size: 3,
    answer: {
      status: "completed",
      output: [
        { type: "reasoning", summary: [] },
        { type: "function_call", call_id: "c0", name: "load", arguments: '{ "name": "x" }' },
      ],
    },
  },
  "chat-completions": {
    size: 2,
    answer: {
      choices: [
        {
          finish_reason: "tool_calls",
          message: { tool_calls: [{ id: "c0", function: { name: "load", arguments: '{"name":"x"}' } }] },
        },
      ],
    },
  },
  "generate-content": {
    size: 2,
    answer: {
      candidates: [
        {
          finishReason: "STOP",
          content: {
            parts: [
              { text: "hm", thought: true },
              { functionCall: { name: "load", args: { name: "x" } }, thoughtSignature: "s" },
            ],
          },
        },
      ],
    },
  },
};

describe("what a history has behind its first items", () => {
  it.each(Object.entries(answers))("is the answer again, as %s sends it back", (name, { size, answer }) => {
    const protocol = (["messages", "responses", "chat-completions", "generate-content"] as const).find(
      (one) => one === name,
    );
    if (!protocol) throw new Error(name);
    const calls = [{ tool: "load", input: { name: "x" }, result: "Loaded." }];
    const request = scriptedRequest(protocol, { skills: [], message: "Hi", calls });
    const { items } = splitRequest(protocol, request) ?? { items: [] };
    const { parts } = readHostAnswer(protocol, {
      contentType: "application/json",
      text: JSON.stringify(answer),
    });
    expect(digestBehind(protocol, items, { size, digest: sha256 })).toBe(digestAnswer(parts, sha256));
    expect(digestBehind(protocol, items, { size: items.length, digest: sha256 })).toBeNull();
  });
});
