import { describe, expect, it } from "vitest";
import { placeAt } from "./place-in-text";

describe("placeAt", () => {
  it.each([
    [0, { line: 1, column: 1 }],
    [3, { line: 1, column: 4 }],
    [4, { line: 2, column: 1 }],
    [6, { line: 2, column: 3 }],
    [99, { line: 2, column: 3 }],
  ])("finds offset %i", (offset, place) => {
    expect(placeAt("one\nbe", offset)).toEqual(place);
  });
});
