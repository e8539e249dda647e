import { describe, expect, it } from "vitest";
import { parseJson, toCount, toList, toRecord, toText } from "./json-values";

describe("a value that somebody else wrote", () => {
  it("is a record, a list or a text, or an empty one", () => {
    expect([toRecord({ a: 1 }), toRecord([1]), toRecord(null), toRecord("a")]).toEqual([
      { a: 1 },
      {},
      {},
      {},
    ]);
    expect([toList([{ a: 1 }, 7]), toList({ length: 1 }), toList("ab")]).toEqual([[{ a: 1 }, {}], [], []]);
    expect([toText("a"), toText(7), toText(null)]).toEqual(["a", "", ""]);
  });

  it.each([
    [0, 0],
    [1_000_000, 1_000_000],
    [100_000_000, 100_000_000],
    [100_000_001, null],
    [2 ** 31, null],
    [1e300, null],
    [-1, null],
    [1.5, null],
    [Number.NaN, null],
    ["7", null],
    [null, null],
  ])("counts tokens where it can: %s", (value, count) => {
    expect(toCount(value)).toBe(count);
  });

  it("is parsed, unless it is cut, none, or deeper than anything is written", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseJson(nested(200))).not.toBeNull();
    for (const text of ["", '{"a":', "nonsense", nested(300), nested(200_000)])
      expect(parseJson(text)).toBeNull();
  });
});
