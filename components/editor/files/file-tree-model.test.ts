import { describe, expect, it } from "vitest";
import { iconKindOf, languageOf, safeImageType } from "./file-kind";
import { buildTree, foldersAbove, joinPath, nameOf, parentOf } from "./file-tree-model";

describe("the file tree", () => {
  it("puts SKILL.md first, then folders, then files by name", () => {
    const tree = buildTree(["zeta.md", "SKILL.md", "scripts/b10.py", "scripts/b9.py", "LICENSE"], ["assets"]);
    expect(tree.get("")?.children).toEqual(["SKILL.md", "assets", "scripts", "LICENSE", "zeta.md"]);
    expect(tree.get("scripts")?.children).toEqual(["scripts/b9.py", "scripts/b10.py"]);
    expect(tree.get("assets")).toMatchObject({ folder: true, children: [] });
  });

  it("makes the folders above a deep file", () => {
    const tree = buildTree(["a/b/c.md"]);
    expect(tree.get("a")?.children).toEqual(["a/b"]);
    expect(foldersAbove("a/b/c.md")).toEqual(["a", "a/b"]);
  });

  it("takes paths apart and puts them together", () => {
    expect([
      nameOf("a/b.md"),
      parentOf("a/b.md"),
      parentOf("b.md"),
      joinPath("", "x"),
      joinPath("a", "x"),
    ]).toEqual(["b.md", "a", "", "x", "a/x"]);
  });
});

describe("the kind of a file", () => {
  it("gives SKILL.md a language of its own", () => {
    expect(["SKILL.md", "references/SKILL.md", "a.py", "Makefile", "x.TSX"].map(languageOf)).toEqual([
      "skill-markdown",
      "markdown",
      "python",
      "plaintext",
      "typescript",
    ]);
  });

  it("shows as images only what cannot run script", () => {
    expect([safeImageType("logo.PNG"), safeImageType("logo.svg"), safeImageType("page.html")]).toEqual([
      "image/png",
      null,
      null,
    ]);
    expect(iconKindOf("logo.svg")).toBe("image");
  });
});
