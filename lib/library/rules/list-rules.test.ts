import { describe, expect, it } from "vitest";
import { findingRules } from "@/lib/findings/rules";
import { ruleIds } from "@/lib/skills/rules";
import { listRules } from "./list-rules";
import { ruleListSchema } from "./rule-schema";

describe("listRules", () => {
  it("has every rule once, with its meaning, example, fix and source", () => {
    const items = listRules();
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([...ruleIds, ...Object.keys(findingRules), "archive-link", "name-taken"]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const { meaning, example, fix, source } of items)
      expect([meaning, example, fix, source].every((text) => text.trim() !== "")).toBe(true);
    expect(ruleListSchema.parse({ items })).toEqual({ items });
  });
});
