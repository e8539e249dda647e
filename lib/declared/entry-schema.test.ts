import { describe, expect, it } from "vitest";
import { type SkillEntry, skillEntrySchema, writeSkillEntry } from "./entry-schema";
import { readDeclaration } from "./read-declaration";

const notes = { skill: "notes", enabled: true, follows: "latest" } as const satisfies SkillEntry;
const problemsOf = (entry: string) =>
  readDeclaration(`agents:\n  - name: Desk\n    skills:\n      - ${entry}\n`, "greenroom.yaml").problems;

describe("what a file says of one skill of an agent", () => {
  it.each<[string | object, SkillEntry]>([
    ["notes", notes],
    ["notes@draft", { ...notes, follows: "draft" }],
    ["notes@12", { ...notes, follows: "version", version: 12 }],
    ["notes@stable", { ...notes, follows: "label", label: "stable" }],
    [
      { skill: "notes", enabled: false },
      { ...notes, enabled: false },
    ],
    [
      { skill: "a@b", follows: "version", version: 3 },
      { skill: "a@b", enabled: true, follows: "version", version: 3 },
    ],
  ])("%j is read, and written so that it reads the same", (typed, entry) => {
    expect(skillEntrySchema.parse(typed)).toEqual(entry);
    expect(skillEntrySchema.parse(writeSkillEntry(entry))).toEqual(entry);
  });

  it("is written short where that says all of it", () => {
    expect(writeSkillEntry({ ...notes, follows: "label", label: "stable" })).toBe("notes@stable");
    expect(writeSkillEntry({ ...notes, skill: " notes" })).toMatchObject({ skill: " notes" });
    expect(writeSkillEntry({ ...notes, enabled: false })).toMatchObject({ enabled: false });
    // A label that reads as a number is no version.
    const label = { ...notes, follows: "label", label: "3" } as const;
    expect(writeSkillEntry(label)).toEqual(label);
  });

  it.each([
    ["{ enabled: false }", "greenroom.yaml:4:9 agents.0.skills.0.skill"],
    [
      "3",
      "greenroom.yaml:4:9 agents.0.skills.0: Name a skill, or write { skill: its name, enabled: false }.",
    ],
    ['""', "greenroom.yaml:4:9 agents.0.skills.0.skill: Name a skill."],
    [
      "{ skill: notes, colour: red }",
      "greenroom.yaml:4:25 agents.0.skills.0.colour: Extra inputs are not permitted",
    ],
    [
      "{ skill: notes, follows: label }",
      "greenroom.yaml:4:9 agents.0.skills.0.label: Say which label notes follows.",
    ],
  ])("%s is refused where it stands", (entry, said) => {
    const [problem] = problemsOf(entry);
    expect(`${problem?.place} ${problem?.message}`).toContain(said);
  });
});
