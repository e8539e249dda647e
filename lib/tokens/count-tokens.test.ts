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
