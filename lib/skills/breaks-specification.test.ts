import { describe, expect, it } from "vitest";
import { breaksSpecification, sayIssue } from "./breaks-specification";
import { validatePackage } from "./validate-package";

const issuesOf = (text: string, folderName = "notes") =>
  validatePackage({ folderName, files: [{ path: "SKILL.md", size: text.length, text }] }).issues;
const breaching = (frontmatter: string, folderName?: string) =>
  issuesOf(`---\n${frontmatter}\n---\n\nTake notes.\n`, folderName).filter(breaksSpecification).map(sayIssue);

const described = "description: Takes notes. Use for meetings.";

describe("an error by the specification", () => {
  it.each([
    [
      "a missing name",
      described,
      "SKILL.md:1:1: Missing required field in frontmatter: name (name-missing).",
    ],
    [
      "a missing description",
      "name: notes",
      "SKILL.md:1:1: Missing required field in frontmatter: description",
    ],
    ["an empty description", 'name: notes\ndescription: ""', "SKILL.md:3:14: Field 'description' must be"],
    [
      "a name that is a list",
      `name: [a]\n${described}`,
      "SKILL.md:2:7: Field 'name' must be a non-empty string",
    ],
    [
      "a name that reads as a number",
      `name: 123\n${described}`,
      "SKILL.md:2:7: Other readers take the name for a number; quote it to keep it text (name-typed). Put it in quotes",
    ],
    [
      "a description that reads as a switch",
      "name: notes\ndescription: yes",
      "SKILL.md:3:14: Other readers take the description for a switch",
    ],
    [
      "a name in capitals",
      `name: Notes\n${described}`,
      "SKILL.md:2:7: Skill name 'Notes' must be lowercase (name-upper-case). Write it in lower case.",
    ],
    [
      "a name unlike its folder's",
      `name: other\n${described}`,
      "SKILL.md:2:7: Directory name 'notes' must match skill name 'other' (name-mismatch). Make them the same.",
    ],
    [
      "a field that it does not know",
      `name: notes\n${described}\nmodel: x`,
      "SKILL.md:4:1: Unexpected field in frontmatter: model",
    ],
  ])("is %s", (_, frontmatter, said) => {
    expect(breaching(frontmatter).join("\n")).toContain(said);
  });

  it("is not what hosts only advise, nor a typed text in quotes", () => {
    expect(breaching(`name: notes\n${described}`)).toEqual([]);
    expect(breaching("name: notes\ndescription: Notes <b>.")).toEqual([]);
    expect(breaching(`name: "123"\n${described}`, "123")).toEqual([]);
  });
});

it("mends a typed name by quoting it, and the reference reads the same", () => {
  const [issue] = issuesOf(`---\nname: 123\n${described}\n---\n\nx\n`, "123").filter(
    ({ rule }) => rule === "name-typed",
  );
  expect(issue?.fix).toMatchObject({ title: "Quote the value", edits: [{ text: '"123"' }] });
});
