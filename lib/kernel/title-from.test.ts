import { describe, expect, it } from "vitest";
import { titleFrom } from "./title-from";

describe("titleFrom", () => {
  it("is a short message as it is", () => {
    expect(titleFrom("  What should I count? ")).toBe("What should I count?");
    expect(titleFrom("x".repeat(60))).toBe("x".repeat(60));
  });

  it("ends between words, and says that something is missing", () => {
    expect(titleFrom("Write release notes for customers in the tone of references/tone.md: CSV")).toBe(
      "Write release notes for customers in the tone of…",
    );
    expect(titleFrom("Write release notes for customers, and then what should I count")).toBe(
      "Write release notes for customers, and then what should I…",
    );
    expect(titleFrom("First line\nsecond line")).toBe("First line");
  });

  it("cuts a word that fills it, never through a character", () => {
    expect(titleFrom("y".repeat(80))).toBe(`${"y".repeat(59)}…`);
    expect(titleFrom(`${"y".repeat(58)}😀😀😀`)).toBe(`${"y".repeat(58)}…`);
  });

  it("marks what nobody sees", () => {
    expect(titleFrom("Hi\u202Ethere")).not.toContain("\u202E");
  });
});
