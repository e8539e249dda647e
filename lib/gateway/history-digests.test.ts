import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { countShared, digestBytes, digestHistory } from "./history-digests";

const digest = (items: readonly unknown[]) => digestHistory(items, sha256);

const say = (text: string, more: object = {}) => ({
  role: "user",
  content: [{ type: "text", text, ...more }],
});

describe("what two histories share", () => {
  it("is counted in whole items, from the beginning on", () => {
    const first = digest([say("a"), say("b")]);
    expect(first.byteLength).toBe(2 * digestBytes);
    expect(countShared(first, digest([say("a"), say("b"), say("c")]))).toBe(2);
    expect(countShared(first, digest([say("a"), say("x"), say("b")]))).toBe(1);
    expect(countShared(first, digest([say("x"), say("b")]))).toBe(0);
    expect(countShared(first, digest([]))).toBe(0);
  });

  it("does not change with marks for caching that a host moves along", () => {
    const marked = digest([say("a", { cache_control: { type: "ephemeral" } })]);
    expect(countShared(marked, digest([say("a"), say("b")]))).toBe(1);
  });

  it("takes items of any kind", () => {
    const odd = digest([null, "text", 7, undefined, []]);
    expect(countShared(odd, digest([null, "text", 7, undefined, []]))).toBe(5);
  });
});
