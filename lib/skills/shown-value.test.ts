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

it("indents what lies deeper, so that each key is told from its neighbour's", () => {
  const city = new Map<string, FrontmatterValue>([
    ["type", "string"],
    ["enum", ["Bern", "Rome"]],
  ]);
  const tool = new Map<string, FrontmatterValue>([
    ["name", "get_weather"],
    ["parameters", new Map<string, FrontmatterValue>([["city", city]])],
  ]);
  expect(shownValue([tool, new Map([["name", "other"]])])).toBe(
    [
      "- name: get_weather",
      "  parameters:",
      "    city:",
      "      type: string",
      "      enum: Bern, Rome",
      "- name: other",
    ].join("\n"),
  );
  expect(shownValue(new Map([["tools", [tool]]]))).toContain(
    "tools:\n  - name: get_weather\n    parameters:",
  );
});
