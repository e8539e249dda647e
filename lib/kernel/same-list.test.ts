import { expect, it } from "vitest";
import { isSameList } from "./same-list";

it.each([
  [[], [], true],
  [["a", "b"], ["a", "b"], true],
  [["a", "b"], ["b", "a"], false],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["a"], false],
] as const)("says of %j and %j whether they name the same in the same order", (one, other, is) => {
  expect(isSameList(one, other)).toBe(is);
});
