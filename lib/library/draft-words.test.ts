import { describe, expect, it } from "vitest";
import { countTerms } from "@/lib/runtime/search-terms";
import { countPackageTerms, listSearchedWords } from "./draft-words";
import { searchedWords } from "./searched-words";
import { leastAside } from "./work-aside";

const bodies = [
  ["short", "Drafts the release notes.\n"],
  ["long", "Größe naïve release notes 東京 ".repeat(Math.ceil(leastAside / 20))],
  ["long without a break", "ghp_".repeat(leastAside)],
] as const;

describe("the words of a draft", () => {
  it.each(bodies)("are the same wherever they are found: %s", async (_, body) => {
    const skill = { description: "Writes release notes.", body };
    expect(await listSearchedWords(skill)).toEqual(searchedWords(skill));
  });

  it("hand over nothing but the two texts", async () => {
    const [, [, body]] = bodies;
    const parsed = {
      description: "Writes.",
      body,
      frontmatter: { fold: () => "a function cannot be handed over" },
    };
    expect(await listSearchedWords(parsed)).toContain("release");
  });

  it.each(bodies)("are counted the same wherever they are counted: %s", async (_, body) => {
    const text = {
      name: "release-notes",
      description: "Writes release notes.",
      body,
      triggers: ["write notes"],
    };
    expect(await countPackageTerms(text)).toEqual(countTerms(text));
  });

  it("are counted where many messages lead to the skill", async () => {
    const triggers = Array.from({ length: 500 }, (_, at) =>
      `${at} write the notes of the release for customers`.repeat(5),
    );
    const text = { name: "release-notes", description: "Writes.", triggers };
    expect(await countPackageTerms(text)).toEqual(countTerms(text));
  });
});
