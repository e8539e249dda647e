import { describe, expect, test } from "vitest";
import { parseSkill } from "./parse-skill";
import { referencePrompt, referenceProperties, referenceVerdict } from "./reference-validator";
import { toolInputSchema } from "./skill-tool";

const errorsOf = (text: string, folderName: string): string[] => referenceVerdict(text, folderName).errors;

test("errors come in the reference's words and order", () => {
  const long = "d".repeat(1025);
  const text = `---\nversion: 1\nname: My--Skill-\nauthor: x\ndescription: ${long}\ncompatibility:\n  - x\n---\n`;
  expect(errorsOf(text, "other")).toEqual([
    "Unexpected fields in frontmatter: author, version. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed.",
    "Skill name 'My--Skill-' must be lowercase",
    "Skill name cannot start or end with a hyphen",
    "Skill name cannot contain consecutive hyphens",
    "Directory name 'other' must match skill name 'My--Skill-'",
    "Description exceeds 1024 character limit (1025 chars)",
    "Field 'compatibility' must be a string",
  ]);
  expect(errorsOf("---\nname: a\ndescription: d\nmetadata:\n  x: 1.0\n---\n", "a")).toEqual([]);
});

test("an error that leaves no fields stands alone", () => {
  expect(errorsOf("# x", "a")).toEqual(["SKILL.md must start with YAML frontmatter (---)"]);
  expect(errorsOf("---\nname: a", "a")).toEqual(["SKILL.md frontmatter not properly closed with ---"]);
  expect(errorsOf("---\n- a\n---\n", "a")).toEqual(["SKILL.md frontmatter must be a YAML mapping"]);
  expect(errorsOf("---\nname: [a, b]\nmetadata: {a: b}\n---\n", "a")).toEqual([
    expect.stringMatching(/^Invalid YAML in frontmatter: flow style/),
  ]);
});

const invalidYaml = [expect.stringMatching(/^Invalid YAML in frontmatter:/)];

describe("the reference's oddities are part of its verdict", () => {
  test.each([
    ["a closing fence that goes on", "---\nname: a\ndescription: d\n--- x\nBody", []],
    ["a closing fence at the end of a value", "---\nname: a\ndescription: d---\nBody", []],
    ["a field on the line of the opening fence", "---name: a\ndescription: d\n---\n", []],
    ["a comment on the line of the opening fence", "--- # x\nname: a\ndescription: d\n---\n", []],
    ["a comment right after a quoted value", '---\nname: a\ndescription: "d"#x\n---\n', []],
    ["three dashes in a name", "---\nname: a---b\ndescription: d\n---\n", [/^Missing .*: description$/]],
    ["six dashes", "------\nname: a\n", [/must be a YAML mapping$/]],
    ["an empty frontmatter", "---\n---\n", [/must be a YAML mapping$/]],
    [
      "a byte order mark",
      "\ufeff---\nname: a\n---\n",
      [/^SKILL.md must start with YAML frontmatter \(---\)$/],
    ],
    ["four dashes", "----\nname: a\ndescription: d\n----\n", [/^Invalid YAML in frontmatter:/]],
    ["a colon without a key", "---\nname: a\n: b\n---\n", [/^Invalid YAML in frontmatter:/]],
    ["separators for blanks", '---\nname: a\ndescription: "\\x1c"\n---\n', [/^Field 'description' must be/]],
    ["blanks around a name", '---\nname: "\\x1fa "\ndescription: d\n---\n', []],
  ])("%s", (_what, text, errors) => {
    expect(errorsOf(text, "a")).toEqual(errors.map((error) => expect.stringMatching(error)));
  });

  test("a line break at the end of a block counts for its length", () => {
    const folded = (length: number): string => `---\nname: a\ndescription: >\n  ${"d".repeat(length)}\n---\n`;
    expect(errorsOf(folded(1023), "a")).toEqual([]);
    expect(errorsOf(folded(1024), "a")).toEqual(["Description exceeds 1024 character limit (1025 chars)"]);
  });

  test.each(["js", "json", "toml", "coffee", "yaml"])("a fence marked %s is never valid", (language) => {
    expect(errorsOf(`---${language}\nname: a\ndescription: d\n---\n`, "a")).toEqual(invalidYaml);
  });

  test("they decide no more than the verdict: a reader keeps to fences on their own lines", () => {
    const text = "---\nname: a\ndescription: before --- after\n---\nBody";
    expect(errorsOf(text, "a")).toEqual([]);
    expect(parseSkill(text, { mode: "strict" })).toMatchObject({
      description: "before --- after",
      body: "Body",
    });
  });
});

test("properties are printed as the reference prints them", () => {
  const text = `---
name: "  a  "
description: " d "
allowed-tools: Read  Bash
metadata:
  version: 1.0
  nested:
    it's: ["x"]
    list:
      - a
---
`;
  const { frontmatter } = parseSkill(text, { mode: "lenient" });
  expect(Object.fromEntries(referenceProperties(frontmatter))).toEqual({
    name: "a",
    description: "d",
    "allowed-tools": "Read  Bash",
    metadata: new Map([
      ["version", "1.0"],
      ["nested", `{"it's": ['x'], 'list': ['a']}`],
    ]),
  });
});

test("the prompt escapes names, descriptions and locations", () => {
  expect(referencePrompt([])).toBe("<available_skills>\n</available_skills>");
  expect(referencePrompt([{ name: "a", description: "<b> & \"c'", location: "/x<y" }])).toBe(
    "<available_skills>\n<skill>\n<name>\na\n</name>\n<description>\n&lt;b&gt; &amp; &quot;c&#x27;\n</description>\n<location>\n/x&lt;y\n</location>\n</skill>\n</available_skills>",
  );
});

test("a declared tool becomes a JSON Schema", () => {
  const parameters = [
    { name: "city", type: "string" as const, description: "The city", required: true, enum: ["Rome"] },
    { name: "tags", type: "array" as const, description: "", required: false, items: "string" as const },
  ];
  expect(toolInputSchema({ name: "get", description: "d", parameters })).toEqual({
    type: "object",
    properties: {
      city: { type: "string", description: "The city", enum: ["Rome"] },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["city"],
  });
});
