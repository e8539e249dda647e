import { describe, expect, it } from "vitest";
import { containsJson, isSameJson } from "./json-contains";

describe("isSameJson", () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [true, null] }, { b: [true, null], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: 1 }, { b: 1 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [0, -0, true],
    ["1", 1, false],
    [null, {}, false],
    [undefined, undefined, true],
  ])("of %j and %j is %s", (one, other, same) => {
    expect(isSameJson(one, other)).toBe(same);
    expect(isSameJson(other, one)).toBe(same);
  });
});

describe("containsJson", () => {
  const input = { city: "Oslo, Norway", days: 3, tags: ["Snow", { deep: "fjord" }], none: null };

  it.each<[unknown, boolean]>([
    [{ city: "oslo" }, true],
    [{ city: "Bergen" }, false],
    [{ days: 3, none: null }, true],
    [{ days: "3" }, false],
    [{ nights: 3 }, false],
    [{ tags: ["snow"] }, true],
    [{ tags: [{ deep: "FJORD" }] }, true],
    [{ tags: ["rain"] }, false],
    ["fjord", true],
    ["city", false],
    [{ constructor: "x" }, false],
    [["Oslo"], false],
  ])("finds %j: %s", (part, found) => {
    expect(containsJson(input, part)).toBe(found);
  });
});
