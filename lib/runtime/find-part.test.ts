import { describe, expect, it } from "vitest";
import type { ReadingLimits } from "./dialect";
import { findPart } from "./find-part";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const countTokens = (text: string) => text.length;
const readingLimits: ReadingLimits = {
  bytes: 100,
  tokens: 10,
  firstPart: ({ lines, tokens }) => Math.floor((lines * 10) / tokens),
  tooLong: (found) => ("bytes" in found ? `${found.bytes} bytes` : `${found.tokens} tokens`),
};

const find = (
  text: string,
  asked: { offset?: number; lines?: { first: number; count: number | null } } = {},
  dialect: { readsWhole?: true; readingLimits?: ReadingLimits } = {},
) =>
  findPart(
    { countTokens, dialect, limits: { readBytes: 8 } },
    { path: "a.md", bytes: bytesOf(text), offset: asked.offset ?? 0, lines: asked.lines },
  );

describe("a part of a file", () => {
  it("is as many bytes as one reading gives, from where it was asked for", () => {
    expect(find("one\ntwo\nthree")).toEqual({
      ok: true,
      value: { offset: 0, end: 8, text: "one\ntwo\n", lines: { first: 1, last: 2, total: 3, isCut: true } },
    });
    expect(find("one\ntwo\nthree", { offset: 8 })).toMatchObject({
      value: { offset: 8, end: 13, text: "three", lines: { first: 3, last: 3, isCut: false } },
    });
  });

  it("never divides a character, and begins where one does", () => {
    expect(find("abcdefgé")).toMatchObject({ value: { end: 7, text: "abcdefg" } });
    expect(find("éa", { offset: 1 })).toMatchObject({ value: { offset: 0, text: "éa" } });
  });

  it("is the whole file where the host has no limit, the empty line behind its last break as well", () => {
    const whole = find("one\ntwo\nthree\n", {}, { readsWhole: true });
    expect(whole).toMatchObject({ value: { end: 14, lines: { first: 1, last: 4, total: 4, isCut: false } } });
  });

  it("is the lines that were asked for, without the empty one behind them where only these were", () => {
    const two = find("one\ntwo\n", { lines: { first: 1, count: 2 } });
    expect(two).toMatchObject({ value: { text: "one\ntwo\n", lines: { first: 1, last: 2, total: 3 } } });
    const rest = find("one\ntwo\n", { lines: { first: 2, count: null } });
    expect(rest).toMatchObject({ value: { text: "two\n", lines: { first: 2, last: 3, total: 3 } } });
  });

  it.each([
    [{ offset: 9 }, "a.md ends at byte 3; 9 is behind it."],
    [{ offset: 3 }, "a.md ends at byte 3; 3 is behind it."],
    [{ lines: { first: 5, count: 1 } }, "a.md has 1 lines; 5 is behind it."],
  ])("is none behind the end: %j", (asked, message) => {
    expect(find("one", asked)).toEqual({ ok: false, error: { rule: "bad-offset", message } });
  });

  it("is the empty file, where there is nothing in it", () => {
    expect(find("")).toMatchObject({ value: { offset: 0, end: 0, text: "", lines: { total: 1 } } });
  });
});

describe("a host that goes by the size and the count of its model", () => {
  const host = { readingLimits };

  it("gives a file of up to so many tokens whole, beyond our own limit of bytes", () => {
    expect(find("ab\ncd\nefgh", {}, host)).toMatchObject({
      value: { text: "ab\ncd\nefgh", lines: { last: 3, isCut: false } },
    });
  });

  it("gives the first lines of one with more, with the tokens that it has", () => {
    expect(find("ab\ncd\nef\ngh\nij", {}, host)).toEqual({
      ok: true,
      value: {
        offset: 0,
        end: 9,
        text: "ab\ncd\nef\n",
        lines: { first: 1, last: 3, total: 5, isCut: true, tokens: 14 },
      },
    });
  });

  it("refuses lines that have more, a file that is too large, and one line that is too long", () => {
    const tooLong = (message: string) => ({ ok: false, error: { rule: "too-long", message } });
    expect(find("ab\ncd\nef\ngh\nij", { lines: { first: 1, count: 4 } }, host)).toEqual(tooLong("11 tokens"));
    expect(find("x\n".repeat(51), {}, host)).toEqual(tooLong("102 bytes"));
    expect(find("x\n".repeat(51), { lines: { first: 9, count: null } }, host)).toEqual(tooLong("102 bytes"));
    expect(find("x".repeat(20), {}, host)).toEqual(tooLong("20 tokens"));
    expect(find("x\n".repeat(51), { lines: { first: 50, count: 2 } }, host)).toMatchObject({
      value: { text: "x\nx\n" },
    });
  });
});
