import { describe, expect, it } from "vitest";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { validatePackage } from "@/lib/skills/validate-package";
import { failsStrictly, nameNotes, sayKeptAs, standardNotes } from "./standard-notes";

const breachesOf = (text: string, folderName = "notes"): SkillIssue[] =>
  validatePackage({ folderName, files: [{ path: "SKILL.md", size: text.length, text }] }).issues.filter(
    failsStrictly,
  );
const textOf = (name: string, body = "x") =>
  `---\nname: ${name}\ndescription: Use when asked.\n---\n${body}\n`;

describe("what a strict start fails on", () => {
  it("is said with place, rule and what to do, also where a link leaves the package", () => {
    expect(standardNotes(breachesOf(textOf("notes", "[a](../a.md)")))).toEqual([
      "SKILL.md:5:5: ../a.md leaves the package; nothing outside it is delivered (link-outside). Copy the file into the package.",
    ]);
    expect(standardNotes(breachesOf(textOf("notes")))).toEqual([]);
  });

  it("is counted past twenty", () => {
    const links = Array.from({ length: 23 }, (_, index) => `[a](../${index}.md)`).join("\n");
    const notes = standardNotes(breachesOf(textOf("notes", links)));
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe("3 more like these.");
  });
});

describe("names on the way in", () => {
  const breaches = breachesOf(textOf("Notes"), "drawer");

  it("are said where they change, and where the folder has another", () => {
    const notes = nameNotes({ root: "a/drawer", name: "notes", writtenName: "Notes", breaches });
    expect(notes).toEqual([
      {
        rule: "name-changed",
        path: "SKILL.md",
        message: "It is called Notes in its SKILL.md, and is kept as notes here.",
      },
      {
        rule: "name-mismatch",
        path: "SKILL.md",
        message:
          "SKILL.md:2:7: Directory name 'drawer' must match skill name 'Notes' (name-mismatch). Make them the same.",
      },
    ]);
  });

  it("are not held against an upload's own name, and say nothing where all is well", () => {
    expect(nameNotes({ root: "", name: "Notes", writtenName: null, breaches })).toEqual([]);
    expect(sayKeptAs({ name: "notes", writtenName: null })).toEqual([]);
  });
});
