import { expect, test } from "vitest";
import { frontmatterKeys } from "./frontmatter-keys";
import { findKey, keysBelow } from "./nested-keys";

test("the top level has every known field", () => {
  expect(keysBelow([])).toBe(frontmatterKeys);
  expect(findKey(["name"])?.required).toBe(true);
});

test("keys are known below metadata and tools, and nowhere else", () => {
  expect(keysBelow(["metadata", "openclaw", "requires"]).map(({ key }) => key)).toEqual([
    "bins",
    "anyBins",
    "env",
    "config",
  ]);
  expect(keysBelow(["metadata", "clawdbot", "install"])).toBe(keysBelow(["metadata", "openclaw", "install"]));
  expect(findKey(["tools", "parameters", "city", "type"])?.values).toContain("integer");
  expect(findKey(["tools", "description"])?.required).toBe(true);
  expect(keysBelow(["constructor"])).toEqual([]);
  expect(findKey(["hooks", "PreToolUse"])).toBeUndefined();
  expect(findKey([])).toBeUndefined();
});
