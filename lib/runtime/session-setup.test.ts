import { describe, expect, it } from "vitest";
import { aSessionSkill } from "@/lib/testing/sessions/skill-sessions";
import { isForModel, isForPeople, restrictionsOf } from "./session-setup";

const usual = aSessionSkill("notes", "Writes notes.", 1);
const withRestrictions = (restrictions: Parameters<typeof restrictionsOf>[0]) => ({
  ...usual,
  ref: { ...usual.ref, ...restrictionsOf(restrictions) },
});

describe("who may know of a skill", () => {
  it("is everybody where nothing is said", () => {
    expect([isForModel(usual), isForPeople(usual)]).toEqual([true, true]);
    expect(restrictionsOf({ modelInvocable: true, userInvocable: true })).toEqual({});
  });

  it.each([
    [true, false],
    [false, true],
    [false, false],
  ])("is the model (%s) and people (%s) as its author says", (modelInvocable, userInvocable) => {
    const skill = withRestrictions({ modelInvocable, userInvocable });
    expect([isForModel(skill), isForPeople(skill)]).toEqual([modelInvocable, userInvocable]);
  });
});
