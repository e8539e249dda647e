import { describe, expect, it } from "vitest";
import { replaceLines } from "./replace-lines";

describe("replaceLines", () => {
  it.each([
    ["one line by two", "a\nb\nc\n", [2, 2], "x\ny", "a\nx\ny\nc\n"],
    ["lines by nothing", "a\nb\nc\n", [1, 2], "", "c\n"],
    ["a line by an empty one", "a\nb\n", [1, 1], "\n", "\nb\n"],
    ["whether the new text ends with a break or not", "a\nb\n", [1, 1], "x\n", "x\nb\n"],
    ["with the breaks of the file", "a\r\nb\r\nc", [2, 2], "x\ny", "a\r\nx\r\ny\r\nc"],
    ["the last line of a text that ends without a break", "a\nb", [2, 2], "x\ny\n", "a\nx\ny"],
    ["the only line", "a", [1, 1], "x\ny", "x\ny"],
  ] as const)("replaces %s", (_, text, [startLine, endLine], replacement, expected) => {
    expect(replaceLines(text, { startLine, endLine }, replacement)).toBe(expected);
  });

  it("keeps every other byte, lone carriage returns included", () => {
    expect(replaceLines("a\rb\r\nc\n\n", { startLine: 3, endLine: 3 }, "x")).toBe("a\rb\r\nx\n\n");
  });
});
