import { expect, test } from "vitest";
import { parseSkill } from "./parse-skill";
import { referenceErrors, referencePrompt, unexpectedFields } from "./reference-validator";
import { toolInputSchema } from "./skill-tool";

const errorsOf = (text: string, folderName: string): string[] => {
  const skill = parseSkill(text, { mode: "strict", folderName });
  return referenceErrors(skill.issues, unexpectedFields(skill));
};

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
