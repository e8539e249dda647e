import { describe, expect, it } from "vitest";
import type { Assignment } from "@/lib/agents/schema";
import { type Invocation, usualInvocation } from "@/lib/skills/invocation";
import { insertSkill, skillWordAt, suggestedSkillsOf, suggestSkills } from "./skill-suggestions";

describe("skillWordAt", () => {
  it("sees a word that begins with / or @ at the caret", () => {
    expect(skillWordAt("/rel", 4)).toEqual({ sign: "/", query: "rel", start: 0, end: 4 });
    expect(skillWordAt("Please @inc now", 9)).toEqual({ sign: "@", query: "i", start: 7, end: 11 });
  });

  it("sees none in a path, an address or an ordinary word", () => {
    expect(skillWordAt("see a/b", 7)).toBeNull();
    expect(skillWordAt("ines@example", 12)).toBeNull();
    expect(skillWordAt("hello", 5)).toBeNull();
    expect(skillWordAt("/rel done", 9)).toBeNull();
  });
});

describe("suggestSkills", () => {
  it("puts names that begin with the word before names that contain it", () => {
    const skills = ["next-release", "release-notes", "other"].map((name) => ({ name, description: "" }));
    expect(suggestSkills(skills, "RELEASE").map(({ name }) => name)).toEqual([
      "release-notes",
      "next-release",
    ]);
  });
});

describe("insertSkill", () => {
  it("replaces the whole word, leaves one space and puts the caret after it", () => {
    const text = "Please @inc now";
    const word = skillWordAt(text, 9);
    expect(word && insertSkill(text, word, "incident-triage")).toEqual({
      text: "Please @incident-triage now",
      caret: 24,
    });
  });
});

describe("suggestedSkillsOf", () => {
  const assigned = (skill: string, allowed: Partial<Invocation> = {}): Assignment => ({
    skillId: skill,
    skill,
    description: "",
    enabled: true,
    priority: 1,
    follows: "draft",
    label: null,
    version: null,
    archived: false,
    resolved: {
      kind: "draft",
      revision: 1,
      digest: "",
      description: "",
      metadataTokens: 0,
      instructionTokens: 0,
      resourceTokens: 0,
      ...usualInvocation,
      ...allowed,
    },
    choices: { latest: null, versions: [], labels: [], draftRevision: 1 },
  });

  it("offers what is kept from the model, and nothing that is the model's alone", () => {
    const assignments = [
      assigned("notes"),
      assigned("deploy", { modelInvocable: false }),
      assigned("style", { userInvocable: false }),
    ];
    const names = suggestedSkillsOf({ assignments }, [{ name: "style" }, { name: "other" }]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["notes", "deploy", "other"]);
  });
});
