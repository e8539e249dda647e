import { describe, expect, it } from "vitest";
import { findSkillFile, isSkillFile } from "./find-skill-file";

describe("the file that makes a folder a skill", () => {
  it("is SKILL.md, and skill.md where that is missing, in whatever order they come", () => {
    expect(findSkillFile(["a.md", "skill.md", "SKILL.md"])).toBe("SKILL.md");
    expect(findSkillFile(["SKILL.md", "skill.md"])).toBe("SKILL.md");
    expect(findSkillFile(["a.md", "skill.md"])).toBe("skill.md");
    expect(findSkillFile([])).toBeNull();
  });

  it.each(["Skill.md", "SKILL.MD", "references/SKILL.md", "./SKILL.md", "SKILL.md ", "SKILL.mdx", ""])(
    "is not %j",
    (path) => {
      expect(isSkillFile(path)).toBe(false);
      expect(findSkillFile([path])).toBeNull();
    },
  );

  it("is one of the two for whoever asks of a path alone", () => {
    expect([isSkillFile("SKILL.md"), isSkillFile("skill.md")]).toEqual([true, true]);
  });
});
