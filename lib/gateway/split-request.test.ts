import { describe, expect, it } from "vitest";
import { splitRequest, withHistory } from "./split-request";

const bodies = [
  ["messages", { model: "m", system: "S", messages: [{ role: "user", content: "Hello" }] }],
  ["responses", { model: "m", instructions: "S", input: [{ role: "user" }, { type: "reasoning" }] }],
  ["responses", { model: "m", input: "Hello" }],
  ["chat-completions", { model: "m", messages: [{ role: "system", content: "S" }] }],
  ["generate-content", { systemInstruction: {}, contents: [{ role: "user", parts: [] }], tools: [] }],
] as const;

describe("a request taken apart", () => {
  it.each(bodies)("of %s comes together again: %j", (protocol, body) => {
    const split = splitRequest(protocol, body);
    expect(split?.items.length).toBeGreaterThan(0);
    expect(withHistory(protocol, split?.head, split?.items ?? [])).toEqual(body);
  });

  it.each([null, 7, "text", [], {}, { messages: "Hello" }, { messages: {} }])(
    "is none without a history: %j",
    (body) => {
      expect(splitRequest("messages", body)).toBeNull();
    },
  );
});
