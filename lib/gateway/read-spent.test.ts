import { describe, expect, it } from "vitest";
import { aRequestOf, aSeenExchange as seen } from "@/lib/testing/hosts/seen-exchanges";
import { messageEvents } from "@/lib/testing/servers/wire-server";
import { readSpent, spentBySize } from "./read-spent";

const words = "A sentence with some words in it. ".repeat(60);
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const streamed = (...events: readonly string[]) => ({ bytes: Buffer.from(events.join("")) });
const cut = { ending: "cut" } as const;

describe("what an exchange took", () => {
  it("is what the provider counted of a whole answer", () => {
    expect(readSpent(seen())).toMatchObject({
      tokens: { input: 120, output: 30, cached: null },
      isEstimate: false,
      isAnswered: true,
      isUnderstood: true,
      answerDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each(["left", "late", "cut"] as const)(
    "and ended %s is what had been written, as the count that a stream begins with is none",
    (ending) => {
      const events = messageEvents([words]).slice(0, 3);
      const spent = readSpent(seen({ ending }, { ...streamed(...events), isWhole: false }));
      expect(spent).toMatchObject({ tokens: { input: 120 }, isEstimate: true, answerDigest: null });
      expect(spent.tokens?.output).toBeGreaterThan(400);
      expect(spent.tokens?.output).toBeLessThan(800);
    },
  );

  it("and was cut behind its count is that count, where it is the larger one", () => {
    const events = messageEvents(["Good day"], { input: 120, output: 900 }).slice(0, -1);
    expect(readSpent(seen(cut, { ...streamed(...events), isWhole: false }))).toMatchObject({
      tokens: { input: 120, output: 900 },
      isEstimate: false,
    });
  });

  it("counts thoughts and what was not finished, whichever way they are streamed", () => {
    const answers = [
      [
        "messages",
        event({ type: "content_block_delta", delta: { type: "thinking_delta", thinking: words } }),
      ],
      [
        "messages",
        event({ type: "content_block_delta", delta: { type: "input_json_delta", partial_json: words } }),
      ],
      ["responses", event({ type: "response.reasoning_summary_text.delta", delta: words })],
      ["responses", event({ type: "response.function_call_arguments.delta", delta: words })],
      ["chat-completions", event({ choices: [{ delta: { reasoning_content: words } }] })],
      ["generate-content", event({ candidates: [{ content: { parts: [{ text: words, thought: true }] } }] })],
    ] as const;
    for (const [protocol, text] of answers) {
      const { tokens, isEstimate } = readSpent(
        seen({ ...cut, protocol }, { ...streamed(text), isWhole: false }),
      );
      expect([protocol, isEstimate, (tokens?.output ?? 0) > 400]).toEqual([protocol, true, true]);
    }
  });

  it("counts the part of a long answer that was not kept like the rest", () => {
    const kept = streamed(...messageEvents([words]).slice(0, 3));
    const one = readSpent(seen({}, { ...kept, isWhole: false }));
    const answerBytes = kept.bytes.byteLength * 10;
    const ten = readSpent(seen({ answerBytes }, { ...kept, isWhole: false }));
    expect(ten.tokens?.output).toBe((one.tokens?.output ?? 0) * 10);
  });

  it("without a provider's count is estimated, of an odd answer by its size", () => {
    const text = '{"content":[{"type":"text","text":"four words of text"}],"stop_reason":"end_turn"}';
    const answer = { contentType: "application/json", bytes: Buffer.from(text) };
    const spent = readSpent(seen({ request: aRequestOf("x".repeat(4_000)) }, answer));
    expect(spent).toMatchObject({ isEstimate: true, isUnderstood: true });
    expect(spent.tokens?.input).toBeGreaterThan(1_000);
    expect(spent.tokens?.output).toBeLessThan(10);
    const odd = readSpent(seen({ answerBytes: 4_000 }, streamed("data: {odd}\n\n")));
    expect(odd).toMatchObject({ tokens: { output: 1_000 }, isUnderstood: false });
  });

  it("is nothing where the provider refused or was not reached, and the request where nobody waited", () => {
    const none = { contentType: "", bytes: Buffer.from("") };
    expect(readSpent(seen({ status: 429 })).tokens).toBeNull();
    expect(readSpent(seen({ status: null, ending: "cut" }, none)).tokens).toBeNull();
    for (const ending of ["left", "late"] as const)
      expect(readSpent(seen({ status: null, ending, requestBytes: 400 }, none))).toMatchObject({
        tokens: { input: 100, output: 0 },
        isEstimate: true,
        isAnswered: false,
      });
  });

  it("is taken from sizes where nothing is looked at", () => {
    expect(spentBySize(seen({ requestBytes: 400, answerBytes: 80 }))).toMatchObject({
      tokens: { input: 100, output: 20, cached: null },
      isEstimate: true,
      answerDigest: null,
    });
    expect(spentBySize(seen({ status: 500 })).tokens).toBeNull();
  });
});
