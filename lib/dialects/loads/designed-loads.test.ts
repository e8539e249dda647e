import { describe, expect, test } from "vitest";
import { packageOf, toHostPackage } from "../fixtures/host-package";
import { loadCases } from "../fixtures/load-cases";
import { loadPackage } from "./find-loader";

const refusedIn = (host: "standard" | "linx") =>
  loadCases.flatMap((loadCase) => {
    const load = loadPackage(host, toHostPackage(loadCase));
    return load.state === "refused" ? [`${loadCase.folder}: ${load.rule}`] : [];
  });

/** What nobody could read as a skill. */
const unreadable = ["no-skill-file: no-skill-file", "title-case: no-skill-file", "latin-1: not-utf-8"];

describe("Greenroom's own loader", () => {
  test("refuses of the packages only what its reader cannot mend", () => {
    expect(refusedIn("standard").filter((line) => !unreadable.includes(line))).toMatchInlineSnapshot(`
      [
        "bang: invalid-yaml",
        "empty-file: no-frontmatter",
        "unclosed: unclosed-frontmatter",
        "empty-frontmatter: not-a-mapping",
        "blank-frontmatter: not-a-mapping",
        "four-dashes: no-frontmatter",
        "fence-language: no-frontmatter",
        "indented-fence: unclosed-frontmatter",
        "a-list: not-a-mapping",
        "a-text: not-a-mapping",
        "twice: duplicate-key",
        "other-twice: duplicate-key",
        "anchor: invalid-yaml",
        "python-tag: invalid-yaml",
        "own-tag: invalid-yaml",
        "merge-key: invalid-yaml",
      ]
    `);
  });

  test("has all files, and those below scripts as scripts", () => {
    const manyFiles = loadCases.find(({ folder }) => folder === "many-files");
    const load = manyFiles && loadPackage("standard", toHostPackage(manyFiles));
    expect(load).toMatchObject({ state: "loaded", leftOut: [] });
    expect(load?.state === "loaded" && load.scripts.every((path) => path.startsWith("scripts/"))).toBe(true);
  });
});

describe("LinX's loader, after its design", () => {
  test("refuses what cannot be read, and tools that are no documents", () => {
    expect(refusedIn("linx").filter((line) => !unreadable.includes(line))).toMatchInlineSnapshot(`
      [
        "bang: invalid-yaml",
        "empty-file: no-frontmatter",
        "unclosed: unclosed-frontmatter",
        "empty-frontmatter: not-a-mapping",
        "blank-frontmatter: not-a-mapping",
        "four-dashes: no-frontmatter",
        "fence-language: no-frontmatter",
        "indented-fence: unclosed-frontmatter",
        "a-list: not-a-mapping",
        "a-text: not-a-mapping",
        "twice: duplicate-key",
        "other-twice: duplicate-key",
        "anchor: invalid-yaml",
        "python-tag: invalid-yaml",
        "own-tag: invalid-yaml",
        "merge-key: invalid-yaml",
        "tool-skill: not-a-document",
      ]
    `);
  });

  test("names the line that makes a package a tool", () => {
    const load = loadPackage(
      "linx",
      packageOf("---\nname: a\ndescription: b\nskill_type: langchain_tool\n---\n"),
    );
    expect(load).toMatchObject({ state: "refused", rule: "not-a-document", file: "SKILL.md", line: 4 });
  });

  test("takes Python files anywhere for scripts, shell files for none", () => {
    const text = "---\nname: a\ndescription: b\n---\n";
    const files = { "SKILL.md": text, "get_weather.py": "", "scripts/run.sh": "", "lib/deep.py": "" };
    expect(loadPackage("linx", toHostPackage({ folder: "a", files }))).toMatchObject({
      scripts: ["get_weather.py", "lib/deep.py"],
      files: ["get_weather.py", "lib/deep.py", "scripts/run.sh"],
    });
  });
});
