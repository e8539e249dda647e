import { describe, expect, it } from "vitest";
import type { DeliveredSkill } from "@/lib/delivery/delivered";
import { callOf, promptsOf } from "./prompts-of";

const skill = (name: string, userInvocable = true): DeliveredSkill => ({
  skillId: name,
  name,
  skill: name,
  description: "D",
  follows: "latest",
  label: null,
  files: [],
  modelInvocable: true,
  userInvocable,
  whenToUse: "",
  version: {
    id: name,
    number: 1,
    digest: "a".repeat(64),
    note: "",
    approvedBy: [],
    publishedBy: { id: "p", name: "Ines" },
    publishedAt: "2026-11-23T00:00:00.000Z",
  },
});
const names = (...skills: DeliveredSkill[]) => promptsOf({ skills }).map((each) => each.skill);

describe("prompts", () => {
  it("are the skills that people may call, by name", () => {
    expect(names(skill("triage"), skill("notes"), skill("models-alone", false))).toEqual(["notes", "triage"]);
  });

  it("are without a skill whose name no message can call", () => {
    expect(names(skill("slack_search"), skill("two words"), skill("-x"), skill("ブログ"))).toEqual([
      "slack_search",
      "ブログ",
    ]);
  });

  it("are called as people write it", () => {
    expect(callOf("notes", "")).toBe("/notes");
    expect(callOf("notes", "for the  release\nof today ")).toBe("/notes for the  release\nof today");
  });
});
