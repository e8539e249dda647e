import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeFacts } from "./exchange-facts";
import { findSkillFacts, SkillFacts } from "./find-skill-facts";
import { historyField } from "./history-field";
import { type HostRequest, hostProtocols } from "./host-traffic";
import { readHostAnswer } from "./read-host-answer";
import { readHostRequest } from "./read-host-request";
import { readWrittenText } from "./read-written-text";
import { textOf, weighFact } from "./weigh-fact";

/** Fields that some protocol reads, so that what is made up comes near to what is sent. */
const keys = [
  "role",
  "content",
  "type",
  "text",
  "input",
  "parts",
  "id",
  "name",
  "tool_use_id",
  "call_id",
  "output",
  "tool_calls",
  "tool_call_id",
  "function",
  "arguments",
  "functionCall",
  "functionResponse",
  "response",
  "args",
  "error",
  "skill",
  "file_path",
  "cmd",
  "command",
  "is_error",
  "thought",
  "inlineData",
];
const words = fc.constantFrom(
  "user",
  "assistant",
  "system",
  "developer",
  "model",
  "tool",
  "text",
  "tool_use",
  "tool_result",
  "function_call",
  "function_call_output",
  "message",
  "image",
  "Skill",
  "Read",
  "exec_command",
  "",
  "a",
  "cat /x/skills/a/SKILL.md",
  "Base directory for this skill: /x/skills/a\n\nDo.",
  "- a: Does.\n",
  "<available_skills><skill><name>a</name></skill></available_skills>",
  "1\ta\n2\tb",
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words,
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie("list"),
    tie("record"),
  ),
  list: fc.array(tie("any"), { maxLength: 5 }),
  record: fc.dictionary(fc.constantFrom(...keys), tie("any"), { maxKeys: 6 }),
}));
const history = fc.oneof(fc.array(value.record, { maxLength: 6 }), value.any);
const protocol = fc.constantFrom(...hostProtocols);
const sha256 = (text: string) => String(text.length).padStart(64, "0");

const bodyOf = (one: (typeof hostProtocols)[number], messages: unknown, more: unknown) => ({
  ...(typeof more === "object" ? more : {}),
  [historyField[one]]: messages,
});

/** Whether all that the readers of requests rely on is so. */
function expectWellFormed({ messages, tools, model, session }: HostRequest): void {
  expect([typeof model, session === null || session !== ""]).toEqual(["string", true]);
  for (const { name, inputSchema } of tools)
    expect([typeof name, Array.isArray(inputSchema)]).toEqual(["string", false]);
  for (const { role, place, parts } of messages) {
    expect(["system", "user", "assistant"]).toContain(role);
    expect(typeof place).toBe("string");
    for (const part of parts) {
      if (part.kind === "text") expect(typeof part.text).toBe("string");
      if (part.kind === "call") expect([typeof part.id, typeof part.tool]).toEqual(["string", "string"]);
      if (part.kind === "result")
        expect([typeof part.callId, typeof part.text, typeof part.isError]).toEqual([
          "string",
          "string",
          "boolean",
        ]);
    }
  }
}

describe("a request of any shape", () => {
  it("is read as a conversation, or as none", () => {
    fc.assert(
      fc.property(protocol, history, value.any, (one, messages, more) => {
        const request = readHostRequest(one, bodyOf(one, messages, more));
        if (request) expectWellFormed(request);
      }),
      { numRuns: 300 },
    );
  });

  it("is none without a conversation in it", () => {
    for (const one of hostProtocols)
      for (const body of [null, 7, "text", [], {}, { [historyField[one]]: null }, { [historyField[one]]: 7 }])
        expect(readHostRequest(one, body), `${one} ${JSON.stringify(body)}`).toBeNull();
  });

  it("tells facts that can be weighed, the same in pieces as at once", () => {
    fc.assert(
      fc.property(protocol, history, fc.nat(6), (one, messages, at) => {
        const request = readHostRequest(one, bodyOf(one, messages, {}));
        if (!request) return;
        const whole = findSkillFacts(request);
        for (const fact of whole) {
          const weight = weighFact(fact, (text) => text.length, sha256);
          expect(weight.tokens).toBe(textOf(fact).length);
          expect(weight.kind).toBe(fact.kind);
        }
        const facts = new SkillFacts(request);
        expect([...facts.between(0, at), ...facts.between(Math.max(at, 1))].length).toBe(
          at === 0 ? facts.between(0, 0).length + facts.between(1).length : whole.length,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("goes on from itself: nothing is told twice", () => {
    fc.assert(
      fc.property(protocol, fc.array(value.record, { maxLength: 5 }), (one, messages) => {
        const exchange = {
          protocol: one,
          modelAsked: "m",
          userAgent: "",
          answer: null,
          request: bodyOf(one, messages, {}),
        };
        const first = exchangeFacts({ ...exchange, before: null }, sha256);
        if (!first) return;
        const before = {
          understood: true,
          host: null,
          version: null,
          messages: first.request.messages.length,
          chain: first.chain,
          from: 0,
          rewrittenFrom: null,
          facts: [],
          answerFacts: [],
          isAnswered: false,
          finishReason: "",
        };
        const second = exchangeFacts({ ...exchange, before }, sha256);
        expect(second?.rewrittenFrom).toBeNull();
        expect(second?.facts).toEqual(
          first.request.messages.length === 0 ? first.facts.filter(({ kind }) => kind === "catalogue") : [],
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("an answer of any shape", () => {
  const answers = fc.oneof(
    value.any.map((one) => ({ contentType: "application/json", text: JSON.stringify(one) })),
    fc.array(value.record, { maxLength: 8 }).map((events) => ({
      contentType: "text/event-stream",
      text: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
    })),
    fc.record({ contentType: fc.string(), text: fc.string() }),
  );

  it("is read without failing, and counts no tokens below none", () => {
    fc.assert(
      fc.property(protocol, answers, (one, answer) => {
        const read = readHostAnswer(one, answer);
        expect(typeof readWrittenText(one, answer)).toBe("string");
        if (!read) return;
        expect(typeof read.isWhole).toBe("boolean");
        for (const count of Object.values(read.tokens ?? {})) expect(count ?? 0).toBeGreaterThanOrEqual(0);
        for (const part of read.parts) expect(["text", "call", "result", "data"]).toContain(part.kind);
      }),
      { numRuns: 300 },
    );
  });
});
