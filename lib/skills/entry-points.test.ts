import { describe, expect, it } from "vitest";
import { validatePackage } from "./validate-package";

const check = (lines: string, files: readonly string[] = []) => {
  const text = `---\nname: my-skill\ndescription: Use when needed\nentry_points:\n${lines}\n---\n\nBody.\n`;
  return validatePackage({
    folderName: "my-skill",
    files: [
      { path: "SKILL.md", size: text.length, text },
      ...files.map((path) => ({ path, size: 1, text: "x" })),
    ],
  }).issues.filter(({ rule }) => rule === "entry-point-missing");
};

describe("entry_points", () => {
  it("names files of the package, as a text, with a function, or in a map", () => {
    const files = ["scripts/run.py", "main.js"];
    for (const line of [
      "  run: scripts/run.py",
      "  run: ./scripts/run.py",
      "  run: scripts/run.py:main",
      "  run: main.js",
      "  run:\n    script: scripts/run.py",
      "  run:\n    path: scripts/run.py",
    ])
      expect(check(line, files)).toEqual([]);
  });

  it("is told with its place and what was meant where the package has no such file", () => {
    const [issue] = check("  go: scripts/rnu.py", ["scripts/run.py"]);
    expect(issue).toMatchObject({
      severity: "warning",
      message:
        "The entry point go is scripts/rnu.py, which the package has not. Did you mean scripts/run.py?",
      range: { startLine: 5, startColumn: 7, endColumn: 21 },
      fix: { edits: [{ text: "scripts/run.py" }] },
    });
    expect(check("  go: missing.py\n  come: missing.py")).toHaveLength(2);
  });

  it("leaves no package", () => {
    expect(check("  go: ../other/run.py")[0]?.message).toMatch(/leaves the package/);
    expect(check("  go: /etc/run.sh")[0]?.message).toMatch(/leaves the package/);
  });

  it("says nothing of commands, modules and what is no map", () => {
    expect(check("  go: python -m thing")).toEqual([]);
    expect(check("  go: thing.module:main")).toEqual([]);
    expect(check("  go: true")).toEqual([]);
    expect(check("  go:\n    other: x.py")).toEqual([]);
    expect(check("  - scripts/run.py")).toEqual([]);
  });
});
