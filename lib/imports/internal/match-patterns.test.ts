import { describe, expect, it } from "vitest";
import { matchFromTop, matchNames, matchPatterns } from "./match-patterns";

describe("a path that is held against patterns from the top", () => {
  it.each([
    ["drafts", "drafts/a/SKILL.md", true],
    ["drafts", "tools/drafts/SKILL.md", true],
    ["./drafts/", "drafts/a.md", true],
    ["**/drafts", "a/b/drafts/c/d.md", true],
    ["tools/*", "tools/pdf/a/b.md", true],
    ["tools/*", "more/tools/pdf/a.md", false],
    ["*.psd", "pdf/art/logo.psd", true],
    ["*.psd", "pdf/art/logo.svg", false],
    [".skills", ".skills/pdf/SKILL.md", true],
    ["*", ".skills/pdf/SKILL.md", true],
  ])("%s takes %s with the folder that it lies in: %s", (pattern, path, is) => {
    expect(matchFromTop([pattern])(path)).toBe(is);
  });

  it("is out with any of its folders, as a walk would never enter that one", () => {
    const patterns = ["b", "c/*.md"];
    const matches = matchPatterns(patterns);
    const isOut = matchFromTop(patterns);
    for (const path of ["a/b/c/d.md", "c/a.md", "c/d/a.md", "a/bb/d.md", "b", "c"]) {
      const parts = path.split("/");
      const walked = parts.some((_, at) => matches(parts.slice(0, at + 1).join("/")));
      expect([path, isOut(path)]).toEqual([path, walked]);
    }
  });

  it("is never out without a pattern, nor held against one where it is longer than any that is used", () => {
    expect(matchFromTop([])("a/b")).toBe(false);
    const deep = "a/".repeat(600);
    expect(matchFromTop(["**/z"])(`${deep}z`)).toBe(false);
    expect(matchFromTop(["a"])(`${deep}z`)).toBe(true);
  });
});

describe("names that are held against patterns", () => {
  it("are read for patterns without a slash alone", () => {
    expect(matchNames(["tools/*"])).toBeNull();
    const isNamed = matchNames(["tools/*", "log-*"]);
    expect(["log-search", "slack"].map((name) => isNamed?.(name))).toEqual([true, false]);
  });
});
