import { describe, expect, it } from "vitest";
import { mostOnPage, pageOf } from "./page-of";

const keys = Array.from({ length: 250 }, (_, at) => `k${String(at).padStart(3, "0")}`);
const own = (key: string) => key;

describe("pages", () => {
  it("give everything once, in order, and say when there is no more", () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = pageOf(keys, cursor, own);
      seen.push(...page.items);
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
    expect(seen).toEqual(keys);
  });

  it("go on behind what was there, though it is gone now", () => {
    const first = pageOf(keys, undefined, own);
    const fewer = keys.filter((key) => key !== first.items.at(-1));
    expect(pageOf(fewer, first.nextCursor, own).items[0]).toBe(`k${mostOnPage}`);
  });

  it("are one where everything fits, and one where nothing is", () => {
    expect(pageOf(keys.slice(0, mostOnPage), undefined, own)).toEqual({ items: keys.slice(0, mostOnPage) });
    expect(pageOf([], undefined, own)).toEqual({ items: [] });
  });

  it.each([
    "",
    "x",
    "!!!",
    "YWZ0ZXI",
    "1",
    Buffer.from("before k1").toString("base64url"),
    "a".repeat(10_000),
  ])("refuse a cursor that is none: %.20s", (cursor) => {
    expect(() => pageOf(keys, cursor, own)).toThrow(expect.objectContaining({ code: -32602 }));
  });
});
