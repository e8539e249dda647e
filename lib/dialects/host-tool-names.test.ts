import { describe, expect, it } from "vitest";
import { dialects } from "./find-dialect";
import { isGeneralToolName, isSkillToolName } from "./host-tool-names";

const skill = { name: "release-notes", description: "Writes the notes." };
const presentations = ["inline", "search", "eager"] as const;
const offered = dialects.flatMap((dialect) =>
  presentations.flatMap((presentation) => dialect.tools([skill], { presentation }).map(({ name }) => name)),
);

describe("the names of hosts' tools", () => {
  it.each([...new Set(offered)].filter((name) => name !== skill.name))("have %s", (name) => {
    expect([isSkillToolName(name), isGeneralToolName(name)].filter(Boolean)).toHaveLength(1);
  });

  it("are those of several hosts, whichever case they are in", () => {
    expect(new Set(offered).size).toBeGreaterThan(8);
    expect(isSkillToolName("Skill")).toBe(true);
    expect(isSkillToolName("skill")).toBe(true);
    expect(isGeneralToolName("Read")).toBe(true);
  });

  it("leave other tools alone", () => {
    for (const name of ["page_owner", "mcp__Sums__load_skill", "skills", "triage__look_up"])
      expect(isSkillToolName(name) || isGeneralToolName(name)).toBe(false);
  });
});
