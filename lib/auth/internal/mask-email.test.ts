import { describe, expect, it } from "vitest";
import { maskEmail } from "./mask-email";

describe("maskEmail", () => {
  it.each([
    ["ines@example.com", "i***@e***"],
    [" Ines@Example.com ", "I***@E***"],
    ["a-password-typed-here", "a***"],
    ["p@ss@word", "p***@w***"],
    ["@", "***@***"],
    ["", "***"],
    ["\u001b[2J@\u202eexample", "***@***"],
    ["\u0000ines@example.com", "***@e***"],
    ["\u{1f600}@\ud800", "***@***"],
    ["élise@школа.example", "é***@ш***"],
  ])("of %j leaves %j", (typed, masked) => {
    expect(maskEmail(typed)).toBe(masked);
  });

  it("says nothing of how long it was", () => {
    expect(maskEmail(`i${"x".repeat(10_000)}@e`)).toBe("i***");
    expect(maskEmail("ix@e")).toBe("i***@e***");
  });
});
