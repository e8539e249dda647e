import { describe, expect, it } from "vitest";
import { aSeenExchange as seen } from "@/lib/testing/hosts/seen-exchanges";
import { messageEvents } from "@/lib/testing/servers/wire-server";
import { parseWireBody } from "./parse-wire-body";
import type { SeenExchange } from "./ports";
import { readSpent } from "./read-spent";
import { weighExchange } from "./weigh-exchange";

const goodDayEvents = messageEvents(["Good ", "day"]);
const readOf = (one: SeenExchange) => weighExchange(one, readSpent(one));

describe("what went by", () => {
  it("is read whole", async () => {
    expect(await readOf(seen())).toMatchObject({
      note: null,
      answerText: goodDayEvents.join(""),
      request: { model: "m", messages: [{ role: "system" }, { role: "user" }] },
    });
  });

  it.each([
    ["left", "The host went"],
    ["late", "fell silent"],
    ["cut", "broke off"],
  ] as const)("and ended %s says so", async (ending, words) => {
    expect((await readOf(seen({ ending }, { isWhole: false }))).note).toContain(words);
  });

  it("and was kept in part says so", async () => {
    expect((await readOf(seen({}, { isWhole: false }))).note).toContain("too long to be kept");
  });

  it("and was refused is no mystery, while an odd answer is one", async () => {
    const bytes = Buffer.from('{"type":"error"}');
    const answer = { contentType: "application/json", bytes };
    expect(await readOf(seen({ status: 429 }, answer))).toMatchObject({ note: null, answerText: `${bytes}` });
    expect((await readOf(seen({}, answer))).note).toContain("Its answer is not understood");
  });

  it("and is no request says so", async () => {
    for (const body of ["{", '{"messages":"Hello"}', "[]"]) {
      const read = await readOf(seen({ request: Buffer.from(body) }));
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
