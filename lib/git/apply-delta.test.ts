import { describe, expect, it } from "vitest";
import { applyDelta, BadDelta, deltaResultSize } from "./apply-delta";

const base = Buffer.from("0123456789");
const delta = (...bytes: number[]) => Buffer.from(bytes);

describe("applyDelta", () => {
  it("copies from the base and puts in what is new", async () => {
    // Copy 4 from 2, insert "ab", copy 1 from 9.
    const made = delta(10, 7, 0x91, 2, 4, 2, 0x61, 0x62, 0x91, 9, 1);
    expect((await applyDelta(base, made)).toString()).toBe("2345ab9");
    expect(deltaResultSize(made)).toBe(7);
  });

  it("reads sizes of many bytes, and a copy of 64 KiB that is written as none", async () => {
    const long = Buffer.alloc(0x10000, 7);
    expect(await applyDelta(long, delta(0x80, 0x80, 4, 0x80, 0x80, 4, 0x80))).toEqual(long);
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
  ])("refuses %s", async (_, bad) => {
    await expect(applyDelta(base, bad)).rejects.toThrow(BadDelta);
  });

  it("carries out no more commands than a delta can be worth, and breathes between them", async () => {
    let breaths = 0;
    const breathe = async () => {
      breaths += 1;
    };
    // A copy of one byte in two, so often; the size of what they make in three.
    const crumbs = (count: number) =>
      Buffer.concat([
        delta(10, 0x80 | (count & 0x7f), 0x80 | ((count >> 7) & 0x7f), count >> 14),
        Buffer.alloc(count * 2, delta(0x90, 1)),
      ]);
    const made = await applyDelta(base, crumbs(100_000), breathe);
    expect(made).toEqual(Buffer.alloc(100_000, "0"));
    expect(breaths).toBe(24);
    await expect(applyDelta(base, crumbs(200_000))).rejects.toThrow(/more commands/);
  });

  it("breathes within a delta of few long copies", async () => {
    const long = Buffer.alloc(0xffffff, 7);
    let breaths = 0;
    const size = [0x80 | 0x7f, 0xff, 0xff, 7];
    const made = await applyDelta(long, delta(...size, ...size, 0xf0, 0xff, 0xff, 0xff), async () => {
      breaths += 1;
    });
    expect(made.length).toBe(0xffffff);
    expect(breaths).toBe(1);
  });
});
