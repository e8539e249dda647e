import { describe, expect, it } from "vitest";
import { substituteSkills } from "./substitute-skills";

const skill = (skillId: string, version: number | null) => ({
  ref: { skillId, name: skillId, version, draftRevision: null, digest: "old", source: "assignment" as const },
  description: "Old words.",
  whenToUse: "",
  priority: 1,
});
const offered = {
  skills: [skill("a", 3), skill("b", 2)],
  unavailable: [],
  packages: new Map([["b", { kind: "version" as const, versionId: "v" }]]),
};
const files = [{ path: "SKILL.md", size: 1, sha256: "s" }];
const other = (skillId: string) => ({
  skillId,
  description: "New words.",
  revision: 7,
  digest: "new",
  files,
});

describe("other bytes for a skill", () => {
  it("stand at its place, and everything else is as it was", () => {
    const { skills, packages } = substituteSkills(offered, [other("a")]);
    expect(skills).toMatchObject([
      { description: "New words.", priority: 1, ref: { version: null, draftRevision: 7, digest: "new" } },
      { description: "Old words.", ref: { version: 2, digest: "old" } },
    ]);
    expect(packages.get("a")).toEqual({ kind: "draft", files });
    expect(packages.get("b")).toEqual({ kind: "version", versionId: "v" });
    expect(offered.packages.has("a")).toBe(false);
  });

  it("bring back no skill that is not offered", () => {
    const { skills, packages } = substituteSkills(offered, [other("c")]);
    expect(skills).toHaveLength(2);
    expect(packages.has("c")).toBe(false);
  });
});
