import { describe, expect, it } from "vitest";
import { readNumberedLines, renderNumberedLines } from "./numbered-lines";

const page = (
  text: string,
  lines = { first: 1, total: 9, isCut: false },
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
    const middle = page("b\n", { first: 3, total: 9, isCut: false }, 12);
    expect(renderNumberedLines(middle, {}).text).toBe("3\tb");
  });

  it("say that there is more where a limit ended them", () => {
    const cut = page("a\nb\n", { first: 1, total: 9, isCut: true }, 4);
    expect(renderNumberedLines(cut, {}).text).toBe("1\ta\n2\tb\n[Lines 1 to 2 of 9.]");
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
