import { describe, expect, it } from "vitest";
import { parseSkill } from "./parse-skill";
import { whyUntold } from "./told-text";

describe("whyUntold", () => {
  it("has nothing against a plain text, an emoji or Arabic", () => {
    for (const description of ["Reads files.", "Reads \u2764\ufe0f.", "\u0627\u0644\u200f (C++)", ""])
      expect(whyUntold({ description, whenToUse: description })).toBeNull();
  });

  it("names the field and the first character", () => {
    expect(whyUntold({ description: "Reads\u202e files\u200b.", whenToUse: "" })).toBe(
      "Its description has characters that nobody sees (hidden: right-to-left override, U+202E): agents are told of it again once they are deleted.",
    );
    expect(whyUntold({ description: "", whenToUse: "a\u001b]8;;x" })).toContain("Its when_to_use has");
  });

  it("agrees with the rule that keeps such a SKILL.md from loading", () => {
    for (const hidden of [
      "\u202e",
      "\u2066",
      "\u200b",
      "\u00ad",
      "\u{e0041}",
      "\u3164",
      "\u2764\ufe0f",
      "\u2028",
    ]) {
      const description = `Use when${hidden} needed`;
      const { loads } = parseSkill(`---\nname: a\ndescription: ${description}\n---\nBody\n`, {
        mode: "lenient",
        folderName: "a",
      });
      expect([hidden, whyUntold({ description, whenToUse: "" }) === null]).toEqual([hidden, loads]);
    }
  });
});
