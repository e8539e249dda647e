import { describe, expect, it } from "vitest";
import { messageEvents } from "@/lib/testing/wire-server";
import { parseWireBody } from "./parse-wire-body";
import type { SeenExchange } from "./ports";
import { readSeen } from "./read-seen";

const goodDayEvents = messageEvents(["Good ", "day"]);

const request = (text: string) =>
  Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content: text }] }));

function seen(more: Partial<SeenExchange> = {}, answer: Partial<SeenExchange["answer"]> = {}): SeenExchange {
  const { request: body = request("Hello") } = more;
  const bytes = Buffer.from(goodDayEvents.join(""));
  return {
    ...{ id: "1", at: new Date(), protocol: "messages", modelAsked: "m", modelId: "large" },
    ...{
      request: body,
      requestBytes: body.byteLength,
      userAgent: "",
      sessionName: null,
      status: 200,
      ending: "whole",
    },
    ...{ answerBytes: bytes.byteLength, firstByteMs: 1, durationMs: 2 },
    answer: { contentType: "text/event-stream", bytes, isWhole: true, ...answer },
    ...more,
  };
}

describe("what went by", () => {
  it("is read whole, with what the provider counted", async () => {
    const read = await readSeen(seen());
    expect(read).toMatchObject({
      ...{ note: null, isEstimate: false, tokens: { input: 120, output: 30, cached: null } },
      request: { model: "m", messages: [{ role: "user" }] },
      answer: { parts: [{ kind: "text", text: "Good day" }], isWhole: true },
    });
  });

  it.each([
    ["left", "The host went"],
    ["late", "fell silent"],
    ["cut", "broke off"],
  ] as const)("and ended %s says so", async (ending, words) => {
    const bytes = Buffer.from(goodDayEvents.slice(0, 3).join(""));
    const read = await readSeen(seen({ ending, answerBytes: bytes.byteLength }, { bytes, isWhole: false }));
    expect(read.note).toContain(words);
    expect(read.answer?.isWhole).toBe(false);
    expect(read.tokens?.input).toBeGreaterThan(0);
  });

  it("and was kept in part says so", async () => {
    expect((await readSeen(seen({}, { isWhole: false }))).note).toContain("too long to be kept");
  });

  it("and was refused costs nothing, and is no mystery", async () => {
    const bytes = Buffer.from('{"type":"error"}');
    const read = await readSeen(seen({ status: 429 }, { contentType: "application/json", bytes }));
    expect(read).toMatchObject({ note: null, tokens: null, answer: null, answerText: '{"type":"error"}' });
  });

  it("and was never answered counts as asked, unless nobody was reached", async () => {
    const silent = { status: null, answerBytes: 0 };
    const none = { contentType: "", bytes: new Uint8Array() };
    expect((await readSeen(seen({ ...silent, ending: "late" }, none))).tokens?.input).toBeGreaterThan(0);
    expect((await readSeen(seen({ ...silent, ending: "left" }, none))).isEstimate).toBe(true);
    expect((await readSeen(seen({ ...silent, ending: "cut" }, none))).tokens).toBeNull();
  });

  it("without a provider's count is estimated by sizes", async () => {
    const text = '{"content":[{"type":"text","text":"four words of text"}],"stop_reason":"end_turn"}';
    const bytes = Buffer.from(text);
    const counted = await readSeen(
      seen({ request: request("x".repeat(4_000)) }, { contentType: "application/json", bytes }),
    );
    expect(counted).toMatchObject({ isEstimate: true, note: null });
    expect(counted.tokens?.input).toBeGreaterThan(1_000);
    expect(counted.tokens?.output).toBeLessThan(10);
    const odd = await readSeen(seen({ answerBytes: 4_000 }, { bytes: Buffer.from("data: {odd}\n\n") }));
    expect(odd).toMatchObject({ tokens: { output: 1_000 }, note: expect.stringContaining("not understood") });
  });

  it("and is no request says so", async () => {
    for (const body of ["{", '{"messages":"Hello"}', "[]"]) {
      const read = await readSeen(seen({ request: Buffer.from(body) }));
      expect(read).toMatchObject({ request: null, note: expect.stringContaining("not understood") });
    }
  });
});

describe("a body", () => {
  it("is read up to eight megabytes, also in the thread for long work", async () => {
    const long = Buffer.from(JSON.stringify({ text: "x".repeat(2_000_000) }));
    const { body } = await parseWireBody(long);
    expect(JSON.stringify(body)).toHaveLength(long.byteLength);
    expect(long.byteLength).toBeGreaterThan(2_000_000);
    const longest = await parseWireBody(new Uint8Array(9 * 1024 * 1024));
    expect(longest).toEqual({ body: null, lacking: "of 9 MiB is too long to be read here." });
  });

  it("that is no JSON, here or there, or nested too deep, is said to be so", async () => {
    const deep = `${"[".repeat(900)}${"]".repeat(900)}`;
    expect((await parseWireBody(Buffer.from(deep))).lacking).toContain("too deep");
    expect((await parseWireBody(Buffer.from("{".repeat(300_000)))).lacking).toContain("no JSON");
    expect((await parseWireBody(new Uint8Array())).lacking).toContain("no JSON");
  });
});
