import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawTree, readTree } from "./draw-tree";

describe("a package as a tree", () => {
  it("has each folder's files before its folders, by name whatever the case", () => {
    const paths = ["SKILL.md", "zz.md", "aa.md", "b/deep/x.md", "b/q.md", "a/one.md"];
    expect(drawTree(paths)).toEqual([
      "├───aa.md",
      "├───SKILL.md",
      "├───zz.md",
      "├───a/",
      "│   └───one.md",
      "└───b/",
      "    ├───q.md",
      "    └───deep/",
      "        └───x.md",
    ]);
    expect(drawTree([])).toEqual([]);
  });

  it("is read back whole", () => {
    const name = fc.stringMatching(/^[a-z]{1,4}$/);
    const path = fc
      .tuple(fc.array(name, { maxLength: 3 }), name)
      .map(([folders, file]) => [...folders, `${file}.md`]);
    fc.assert(
      fc.property(
        fc.uniqueArray(
          path.map((parts) => parts.join("/")),
          { maxLength: 12 },
        ),
        (paths) => {
          expect(readTree(drawTree(paths)).sort()).toEqual([...paths].sort());
        },
      ),
    );
  });

  it("passes over lines that are no tree", () => {
    expect(readTree(["Files, at most 200.", "", "skill://a/", "└───b.md"])).toEqual(["b.md"]);
  });
});
