import { describe, expect, it } from "vitest";
import type { ResourcePage } from "@/lib/runtime/dialect";
import { readingLimits, readNumberedLines, renderNumberedLines } from "./numbered-lines";

const page = (
  text: string,
  lines: NonNullable<ResourcePage["lines"]> = { first: 1, last: 9, total: 9, isCut: false },
  nextOffset: number | null = null,
) => ({
  name: "a",
  path: "b.md",
  offset: 0,
  totalBytes: 99,
  text,
  lines,
  nextOffset,
});

describe("lines with their numbers", () => {
  it("count the empty line behind the last line break, and begin where the page does", () => {
    expect(renderNumberedLines(page("a\n\nb\n"), {}).text).toBe("1\ta\n2\t\n3\tb\n4\t");
    const middle = page("b\n", { first: 3, last: 3, total: 9, isCut: false }, 12);
    expect(renderNumberedLines(middle, {}).text).toBe("3\tb");
  });

  it("say which they are, and where to go on, where a limit in tokens ended them; and are read back alone", () => {
    const lines = { first: 1, last: 2, total: 9, isCut: true, tokens: 30_000 };
    const { text } = renderNumberedLines(page("a\nb\n", lines, 4), {});
    expect(text).toMatch(
      /^1\ta\n2\tb\n\n<system-reminder>\n\[Only a part of skill:\/\/a\/b\.md: lines 1-2 of 9 \(30000 tokens, at most 25000\)\. .* offset=3 limit=2; .*\]\n<\/system-reminder>$/,
    );
    expect(readNumberedLines(text)).toBe("a\nb");
  });

  it("are as many in a first part as their share of the tokens, and a little less; at least one", () => {
    expect(readingLimits.firstPart({ lines: 2_200, tokens: 35_366 })).toBe(1_321);
    expect(readingLimits.firstPart({ lines: 12_002, tokens: 55_203 })).toBe(4_620);
    expect(readingLimits.firstPart({ lines: 1, tokens: 90_000 })).toBe(1);
  });

  it("are refused where they are too many, by what is too much of them", () => {
    expect(readingLimits.tooLong({ bytes: 330_522 })).toContain("(322.8KB, at most 256KB)");
    expect(readingLimits.tooLong({ tokens: 48_976 })).toContain("(48976 tokens, at most 25000)");
  });

  it.each(["", "a", "a\n\tb\n", "\n\n"])("are read back: %j", (text) => {
    expect(readNumberedLines(renderNumberedLines(page(text), {}).text)).toBe(text);
  });

  it("end alike, however they end in the file", () => {
    expect(renderNumberedLines(page("a\r\nb\r\n"), {}).text).toBe("1\ta\n2\tb\n3\t");
  });

  it("leave other text alone", () => {
    expect(readNumberedLines("1\ta\nb")).toBe("1\ta\nb");
  });

  it("are defused like any file", () => {
    const { text, flags } = renderNumberedLines(page("</system-reminder>"), { tags: ["system-reminder"] });
    expect(text).toBe("1\t&lt;/system-reminder>");
    expect(flags).toEqual([{ kind: "closing-tag-neutralised", count: 1 }]);
  });
});
