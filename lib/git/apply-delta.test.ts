import { describe, expect, it } from "vitest";
import { applyDelta, BadDelta, deltaResultSize } from "./apply-delta";

const base = Buffer.from("0123456789");
const delta = (...bytes: number[]) => Buffer.from(bytes);

describe("applyDelta", () => {
  it("copies from the base and puts in what is new", () => {
    // Copy 4 from 2, insert "ab", copy 1 from 9.
    const made = delta(10, 7, 0x91, 2, 4, 2, 0x61, 0x62, 0x91, 9, 1);
    expect(applyDelta(base, made).toString()).toBe("2345ab9");
    expect(deltaResultSize(made)).toBe(7);
  });

  it("reads sizes of many bytes, and a copy of 64 KiB that is written as none", () => {
    const long = Buffer.alloc(0x10000, 7);
    expect(applyDelta(long, delta(0x80, 0x80, 4, 0x80, 0x80, 4, 0x80))).toEqual(long);
  });

  it.each([
    ["another base", delta(9, 1, 1, 0x61)],
    ["a command that nothing means", delta(10, 1, 0)],
    ["more than it says", delta(10, 1, 2, 0x61, 0x62)],
    ["less than it says", delta(10, 3, 1, 0x61)],
    ["a copy from outside", delta(10, 4, 0x91, 8, 4)],
    ["an insertion that ends early", delta(10, 5, 5, 0x61)],
    ["a copy that ends early", delta(10, 5, 0x91, 8)],
    ["no size", delta(0x80)],
    ["a size without an end", delta(...Array.from({ length: 12 }, () => 0xff))],
  ])("refuses %s", (_, bad) => {
    expect(() => applyDelta(base, bad)).toThrow(BadDelta);
  });
});
