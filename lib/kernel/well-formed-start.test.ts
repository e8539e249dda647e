import { describe, expect, it } from "vitest";
import { wellFormedStart } from "./well-formed-start";

describe("the start of a text", () => {
  it.each([
    ["abc", 2, "ab"],
    ["abc", 9, "abc"],
    ["a😀b", 2, "a"],
    ["a😀b", 3, "a😀"],
    ["😀", 1, ""],
    ["", 3, ""],
    ["a\ud83d", 9, "a"],
  ])("of %j has at most %i code units, and no half of a character: %j", (text, length, start) => {
    expect(wellFormedStart(text, length)).toBe(start);
  });
});
