import { expect, it } from "vitest";
import type { FrontmatterValue } from "./parse-skill";
import { shownValue } from "./shown-value";

it("shows a text as it is", () => {
  expect(shownValue("MIT")).toBe("MIT");
});

it("shows a list in a row and a map line by line, one inside the other too", () => {
  expect(shownValue(["Read", "Write"])).toBe("Read, Write");
  const map = new Map<string, FrontmatterValue>([
    ["author", "ines"],
    ["tags", ["a", "b"]],
  ]);
  expect(shownValue(map)).toBe("author: ines\ntags: a, b");
});
