import { describe, expect, it } from "vitest";
import { countTokens, sampleTokens } from "./count-tokens";

describe("countTokens", () => {
  it("agrees with o200k_base on ordinary text", () => {
    expect(countTokens("hello world")).toBe(2);
    expect(countTokens("")).toBe(0);
  });

  it("takes control tokens of models for the text they are", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("stays quick on unbroken runs, which cost the encoder the square of their length", () => {
    for (const run of ["a", " ", "\n", "-", "한"])
      expect(countTokens(run.repeat(200_000))).toBeGreaterThan(1_000);
  });

  it("takes no longer for having counted very many strange words before", () => {
    const used = (text: string) => {
      const { user } = process.threadCpuUsage();
      countTokens(text);
      return process.threadCpuUsage().user - user;
    };
    const strange = (seed: number) =>
      Array.from({ length: 5_000 }, (_, at) =>
        String.fromCodePoint(
          0x4e00 + ((at * 7_919 + seed * 31) % 20_000),
          0x4e00 + ((at * 104_729 + seed) % 20_000),
          0x61,
        ),
      ).join(" ");
    const known = "\uff1c\uff53\uff4b".repeat(6_000);
    used(known);
    const before = used(known);
    for (let seed = 0; seed < 24; seed += 1) countTokens(strange(seed));
    used(known);
    expect(used(known)).toBeLessThan(10 * before + 20_000);
  });

  it("needs no more for a megabyte than for a few pages", () => {
    const used = (length: number) => {
      const text = Array.from({ length }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * at * 7 + at) % 20_000)),
      ).join("");
      const { user } = process.threadCpuUsage();
      countTokens(text);
      return process.threadCpuUsage().user - user;
    };
    used(10_000);
    expect(used(350_000)).toBeLessThan(4 * used(20_000));
  });

  it("counts long texts within a few per cent", () => {
    const text = Array.from({ length: 5_000 }, (_, n) => `Line ${n} has a ${n % 7} number in it.\n`);
    const parts = text.reduce((sum, line) => sum + countTokens(line), 0);
    expect(countTokens(text.join("")) / parts).toBeGreaterThan(0.95);
    expect(countTokens(text.join("")) / parts).toBeLessThan(1.05);
  });

  it("scales what lies behind the limit", () => {
    const text = "Counts tokens of a long text. ".repeat(40_000);
    expect(countTokens(text)).toBeCloseTo(40_000 * 7, -4);
  });
});

describe("sampleTokens", () => {
  it("counts short texts exactly and long ones within a few per cent", () => {
    expect(sampleTokens("Extracts text.")).toBe(countTokens("Extracts text."));
    const text = Array.from({ length: 3_000 }, (_, n) => `Line ${n} has a number in it.\n`).join("");
    expect(sampleTokens(text) / countTokens(text)).toBeGreaterThan(0.95);
    expect(sampleTokens(text) / countTokens(text)).toBeLessThan(1.05);
  });
});
