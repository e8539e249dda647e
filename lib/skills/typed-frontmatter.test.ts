import { describe, expect, it } from "vitest";
import { readTypedFrontmatter, typedScalar } from "./typed-frontmatter";

describe("typedScalar gives what PyYAML's safe_load gives", () => {
  it.each([
    ["", null],
    ["~", null],
    ["NULL", null],
    ["nULL", "nULL"],
    ["yes", true],
    ["On", true],
    ["off", false],
    ["y", "y"],
    ["n", "n"],
    ["tRue", "tRue"],
    ["12", 12],
    ["-1_000", -1000],
    ["0", 0],
    ["0755", 493],
    ["0x1F", 31],
    ["0b101", 5],
    ["08", "08"],
    ["1:30", 90],
    ["1.10", 1.1],
    ["1.", 1],
    [".5", 0.5],
    ["1e3", "1e3"],
    ["1.0e+3", 1000],
    ["1.0e3", "1.0e3"],
    ["1:30.5", 90.5],
    ["1.2.3", "1.2.3"],
    ["2026-05-05", "2026-05-05"],
    ["v1", "v1"],
  ])("%j is %j", (text, value) => {
    expect(typedScalar(text)).toBe(value);
  });
});

describe("readTypedFrontmatter", () => {
  it("types plain scalars alone, at every depth", () => {
    const document =
      "---\nname: 123\ndescription: \"456\"\nmetadata:\n  version: 1.10\n  quoted: '1.10'\n  draft: true\n  tags: [a, 2]\n  none:\n---\nBody\n";
    expect(readTypedFrontmatter(document)).toEqual(
      new Map<string, unknown>([
        ["name", 123],
        ["description", "456"],
        [
          "metadata",
          new Map<string, unknown>([
            ["version", 1.1],
            ["quoted", "1.10"],
            ["draft", true],
            ["tags", ["a", 2]],
            ["none", null],
          ]),
        ],
      ]),
    );
  });

  it("has nothing to say of a document without frontmatter, nor of one that cannot be read", () => {
    for (const document of ["Body", "---\nname: x\n", "---\n- a\n---\n", "---\na: [\n---\n", ""])
      expect(readTypedFrontmatter(document)).toEqual(new Map());
  });

  it("takes any key as a key", () => {
    const read = readTypedFrontmatter("---\n__proto__: 1\nconstructor: yes\n---\n");
    expect([...read]).toEqual([
      ["__proto__", 1],
      ["constructor", true],
    ]);
  });
});
