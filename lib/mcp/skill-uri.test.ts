import { describe, expect, it } from "vitest";
import { canonicalUri, folderUri, skillUri } from "./skill-uri";

describe("the address of a file", () => {
  it.each([
    ["SKILL.md", "skill://notes/SKILL.md"],
    ["references/a b.md", "skill://notes/references/a%20b.md"],
    ["references/Zoë & Q?.md", "skill://notes/references/Zo%C3%AB%20%26%20Q%3F.md"],
    ["a%20b.md", "skill://notes/a%2520b.md"],
    ["x#y/[1]|{2}^`'\"<>\\.md", "skill://notes/x%23y/%5B1%5D%7C%7B2%7D%5E%60'%22%3C%3E%5C.md"],
  ])("is the one spelling of %s", (path, uri) => {
    expect(skillUri("notes", path)).toBe(uri);
    expect(canonicalUri(uri)).toBe(uri);
  });

  it("is that of its folder with the rest behind it", () => {
    expect(folderUri("notes", [])).toBe("skill://notes");
    expect(folderUri("notes", ["references", "a b"])).toBe("skill://notes/references/a%20b");
    expect(canonicalUri("skill://notes")).toBe("skill://notes");
  });
});

describe("an address as it is asked for", () => {
  it.each([
    ["skill://notes/references/../SKILL.md", "skill://notes/SKILL.md"],
    ["skill://notes/../../etc/passwd", "skill://notes/etc/passwd"],
    ["skill://notes/%2e%2e/other/SKILL.md", "skill://notes/other/SKILL.md"],
    ["SKILL://notes/SKILL.md", "skill://notes/SKILL.md"],
  ])("never leads out of the skill: %s", (asked, expected) => {
    expect(canonicalUri(asked)).toBe(expected);
  });

  it.each([
    "",
    "notes/SKILL.md",
    "skill://notes/SKILL.md#x",
    "skill://notes/SKILL.md?x=1",
    "skill://n/".padEnd(10_001, "a"),
  ])("is none: %.40s", (asked) => {
    expect(canonicalUri(asked)).toBeNull();
  });
});
