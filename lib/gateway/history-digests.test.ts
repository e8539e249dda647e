import { describe, expect, it } from "vitest";
import { countShared, digestBytes, digestHistory } from "./history-digests";

const say = (text: string, more: object = {}) => ({
  role: "user",
  content: [{ type: "text", text, ...more }],
});

describe("what two histories share", () => {
  it("is counted in whole items, from the beginning on", () => {
    const first = digestHistory([say("a"), say("b")]);
    expect(first.byteLength).toBe(2 * digestBytes);
    expect(countShared(first, digestHistory([say("a"), say("b"), say("c")]))).toBe(2);
    expect(countShared(first, digestHistory([say("a"), say("x"), say("b")]))).toBe(1);
    expect(countShared(first, digestHistory([say("x"), say("b")]))).toBe(0);
    expect(countShared(first, digestHistory([]))).toBe(0);
  });

  it("does not change with marks for caching that a host moves along", () => {
    const marked = digestHistory([say("a", { cache_control: { type: "ephemeral" } })]);
    expect(countShared(marked, digestHistory([say("a"), say("b")]))).toBe(1);
  });

  it("takes items of any kind", () => {
    const odd = digestHistory([null, "text", 7, undefined, []]);
    expect(countShared(odd, digestHistory([null, "text", 7, undefined, []]))).toBe(5);
  });
});
