import { describe, expect, it } from "vitest";
import { knownFrameMarks } from "@/lib/skills/frame-marks";
import { neutralise, oneLine } from "./neutralise";

describe("oneLine", () => {
  it.each([
    ["a\nb", "a b"],
    ["  a \r\n\t\n b  ", "a b"],
    ["a  b", "a  b"],
    ["a\u2028b\u2029c\u0085d", "a b c d"],
    ["\n\n", ""],
  ])("puts %j on one line", (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it("reads a run of blanks once, however long it is", () => {
    const blanks = " ".repeat(400_000);
    expect(oneLine(`a${blanks}b`)).toBe(`a${blanks}b`);
    expect(oneLine(`${blanks}\n${blanks}a`)).toBe("a");
  });
});

describe("neutralise", () => {
  it("takes a long text without an end for what it is", () => {
    const text = `<${" ".repeat(400_000)}x`;
    expect(neutralise(text, knownFrameMarks)).toEqual({ text, flags: [] });
  });
});
