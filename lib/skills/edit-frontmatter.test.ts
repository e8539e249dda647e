import { describe, expect, test } from "vitest";
import { setFrontmatterField } from "./edit-frontmatter";
import { parseSkill } from "./parse-skill";

const fieldOf = (text: string, key: string) => parseSkill(text, { mode: "lenient" }).frontmatter.get(key);

describe("setFrontmatterField", () => {
  test("changes the value's bytes and nothing else", () => {
    const text =
      '\uFEFF---\r\n# a comment\r\nname:   "old"   # why\r\ndescription: >-\r\n  folded\r\n  text\r\nodd :  [a,  b]\r\n---\r\nBody\r\n\r\n';
    expect(setFrontmatterField(text, "name", "new-name")).toBe(text.replace('"old"', "new-name"));
  });

  test.each([
    ["plain", "plain"],
    ["with: colon", '"with: colon"'],
    ["- dash", '"- dash"'],
    ["two\nlines", '"two\\nlines"'],
    ["true", '"true"'],
    ["1.0", '"1.0"'],
    ["", '""'],
    [" padded ", '" padded "'],
    ["ends with:", '"ends with:"'],
    ["a #comment", '"a #comment"'],
    ["C# code", "C# code"],
    ["a\u0085b\u2028\u0007", '"a\\u0085b\\u2028\\u0007"'],
    ["\u00e9\u{1f680}", "\u00e9\u{1f680}"],
  ])("writes %j so that it is read back", (value, written) => {
    const text = setFrontmatterField("---\nname: x\ndescription: d\n---\n", "name", value);
    expect(text).toBe(`---\nname: ${written}\ndescription: d\n---\n`);
    expect(fieldOf(text, "name")).toBe(value);
  });

  test("replaces block scalars, lists and empty values on the key's own line", () => {
    const text = "---\na: |\n  x\n  y\nb:\n- 1\n- 2\nc:\nd: z\n---\n";
    expect(setFrontmatterField(text, "a", "A")).toBe("---\na: A\nb:\n- 1\n- 2\nc:\nd: z\n---\n");
    expect(setFrontmatterField(text, "b", "B")).toBe("---\na: |\n  x\n  y\nb: B\nc:\nd: z\n---\n");
    expect(setFrontmatterField(text, "c", "C")).toBe("---\na: |\n  x\n  y\nb:\n- 1\n- 2\nc: C\nd: z\n---\n");
  });

  test("adds a missing field at the end, with the file's line endings", () => {
    expect(setFrontmatterField("---\r\nname: x\r\n---\r\nB", "license", "MIT")).toBe(
      "---\r\nname: x\r\nlicense: MIT\r\n---\r\nB",
    );
    expect(setFrontmatterField("---\n---\nB", "name", "x")).toBe("---\nname: x\n---\nB");
  });

  test("adds a frontmatter where there is none", () => {
    expect(setFrontmatterField("# Title\n", "name", "x")).toBe("---\nname: x\n---\n# Title\n");
    expect(setFrontmatterField("\uFEFF# Title\n", "name", "x")).toBe("\uFEFF---\nname: x\n---\n# Title\n");
  });

  test("edits a frontmatter that only a lenient reader understands", () => {
    const text = "---\nname: old\ndescription: Use when: x\n---\n";
    expect(setFrontmatterField(text, "name", "new")).toBe(text.replace("old", "new"));
    expect(setFrontmatterField(text, "description", "d")).toBe("---\nname: old\ndescription: d\n---\n");
  });

  test("leaves an unreadable or unclosed frontmatter alone, and the same value too", () => {
    for (const text of [
      "---\nname: x\n",
      "---js\nname: x\n---\n",
      "---\nname: x\nname: y\n---\n",
      "---\nname: 'same'\n---\n",
    ])
      expect(setFrontmatterField(text, "name", "same")).toBe(text);
  });
});
