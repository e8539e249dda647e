import { expect, it } from "vitest";
import { isAnswered } from "./is-answered";

it.each([
  [200, true],
  [204, true],
  [302, false],
  [100, false],
  [400, false],
  [503, false],
  [null, false],
])("takes status %s for an answer of a model: %s", (status, answered) => {
  expect(isAnswered(status)).toBe(answered);
});
