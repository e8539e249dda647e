import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceLines } from "@/lib/discussion/replace-lines";
import { changedLines } from "./changed-lines";

describe("the lines that a suggestion stands for", () => {
  it.each([
    ["a\nb\nc\n", "a\nx\nc\n", { startLine: 2, endLine: 2, suggestion: "x" }],
    ["a\nb\nc\n", "a\nx\ny\nc\n", { startLine: 2, endLine: 2, suggestion: "x\ny" }],
    ["a\nb\nc\n", "a\nc\n", { startLine: 2, endLine: 2, suggestion: "" }],
    ["a\nc\n", "a\nb\nc\n", { startLine: 1, endLine: 1, suggestion: "a\nb" }],
    ["b\n", "a\nb\n", { startLine: 1, endLine: 1, suggestion: "a\nb" }],
    ["a\n", "a\n", null],
  ])("of %j and %j", (before, after, lines) => {
    expect(changedLines(before, after)).toEqual(lines);
  });

  it("give the other text when they are replaced", () => {
    const line = fc.constantFrom("a", "b", "c", "--- x");
    const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((all) => `${all.join("\n")}\n`);
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = changedLines(before, after);
        expect(lines === null ? before : replaceLines(before, lines, lines.suggestion)).toBe(after);
      }),
    );
  });
});
