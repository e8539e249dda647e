import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanFrontmatter } from "./internal/scan-frontmatter";
import { parseSkill } from "./parse-skill";
import { readMetadata } from "./read-metadata";

const quick = (frontmatter: string) => scanFrontmatter(`---\n${frontmatter}\n---\nBody`);

describe("the quick scan", () => {
  test.each([
    ["name: a\ndescription: b", "b"],
    ["# c\nname: 'a'\n\ndescription: \"b: c # d\"", "b: c # d"],
    ["name: a\ndescription: >-\n  b\n  c\nlicense: MIT", "b c"],
    ["name: a\ndescription: |\n  b: c\n  # d", "b: c\n# d"],
    ["name: a\ndescription: b\nmetadata:\n  x: y\n  z: 1.0\nallowed-tools: [Read, Bash]", "b"],
    ["name: a\ndescription: b\n  c\n    - d\nlicense: MIT", "b c - d"],
    ['name: a\ndescription: "b \\"c\\""', 'b "c"'],
    ["name: a\nlist:\n  - x\n  - y\ndescription: b#c:d", "b#c:d"],
  ])("reads %j by itself, as the parser does", (frontmatter, description) => {
    expect(quick(frontmatter)).toEqual({ name: "a", description });
    expect(parseSkill(`---\n${frontmatter}\n---\nBody`, { mode: "lenient" })).toMatchObject({
      name: "a",
      description,
    });
  });

  test.each([
    "name: a\ndescription: b: c",
    'name: a\ndescription: "b\n  c"',
    "name: a\ndescription: b\n  c: d",
    "name: a\ndescription: b\n\n  c",
    "name: a\nname: b\ndescription: c",
    "name: a\ndescription: *b",
    'name: a\ndescription: "b\\n"',
    "name: a\ndescription: b #c",
    "name: a\ndescription:\n  - b",
    "name: a",
    "name: \u0430\ndescription: b",
    "name: a\ndescription: b\nx:\n  y: z: w",
    "name: a\ndescription: b\nx:\n  - y\n  z: w",
    "name: a\ndescription: b\nx: {a: b}",
    "name: a\ndescription: b\nx:\n- y",
    "name: a\ndescription: >-\n  b\n\n  c",
    "name: a\ndescription: b\u0007",
    "name : a\ndescription: b",
  ])("leaves %j to the parser", (frontmatter) => {
    expect(quick(frontmatter)).toBeNull();
  });

  test("agrees with the parser whenever it answers", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9 .,:#'"[\]{}&*!|>%@`\\?-]{0,12}$/);
    const line = fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom("name", "description", "license", "x"), word)
          .map(([key, value]) => `${key}: ${value}`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.constantFrom("metadata:", "description: >-", "description: |", "x: >", "- ", "#", ""),
            word,
          )
          .map(([a, b]) => a + (a.endsWith(" ") ? b : "")),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom("  ", "   ", "  - ", "  k: ", "\t"), word)
          .map(([indent, value]) => indent + value),
      },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 7 }), (lines) => {
        const text = `---\nname: a\n${lines.join("\n")}\n---\nBody`;
        const found = scanFrontmatter(text);
        if (!found) return;
        const parsed = parseSkill(text, { mode: "lenient", folderName: "f" });
        expect(parsed.loads, text).toBe(true);
        expect({ name: parsed.name, description: parsed.description }, text).toEqual(found);
      }),
      { numRuns: 3000, seed: 20_260 },
    );
  });
});

describe("readMetadata", () => {
  const read = (head: string, complete = true) => readMetadata(head, { folderName: "folder", complete });

  test("falls back to the parser, with its repairs", () => {
    expect(read("---\nname: a\ndescription: Use when: b\n---\n")).toEqual({
      name: "a",
      description: "Use when: b",
    });
    expect(read("# T\n\nText.\n")).toEqual({ name: "folder", description: "Text." });
    expect(read("---\nname: a\nname: b\n---\n")).toBeNull();
  });

  test("asks for the whole file when its beginning does not suffice", () => {
    expect(read("---\nname: a\ndescription: cut off he", false)).toBeNull();
    expect(read("---\nname: a\ndescription: b\n---\nBody cut o", false)).toEqual({
      name: "a",
      description: "b",
    });
  });
});
