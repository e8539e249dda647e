import { describe, expect, it } from "vitest";
import { startSuiteRunSchema } from "@/lib/proof/schema";
import { aSkillDetail } from "@/lib/testing/skill-shapes";
import { firstChoice, problemOf, toRequest } from "./run-choice";

const choice = { ...firstChoice({ agents: [] }), agent: "on-call" };

describe("what is chosen before a run", () => {
  it("begins with the first agent that has the skill, three trials and a cap", () => {
    const skill = aSkillDetail();
    expect(firstChoice(skill)).toMatchObject({ source: "draft", repeats: "3", cap: "2.00", dialects: [] });
    expect(firstChoice(skill).agent).toBe(skill.agents[0]?.slug ?? "");
    expect(problemOf(firstChoice({ agents: [] }))).toMatch(/Choose the agent/);
  });

  it.each([
    [{ repeats: "0" }, /from 1 to 20/],
    [{ repeats: "2.5" }, /from 1 to 20/],
    [{ repeats: "" }, /from 1 to 20/],
    [{ cap: "0" }, /above 0/],
    [{ cap: "two" }, /above 0/],
  ])("says what is wrong with %j", (over, said) => expect(problemOf({ ...choice, ...over })).toMatch(said));

  it("is sent as the API takes it: what is left alone is left out", () => {
    expect(toRequest(choice)).toEqual({
      ...{ suite: "trigger", source: { follows: "draft" }, agent: "on-call" },
      ...{ repeats: 3, wholeMatrix: false, capUsd: 2 },
    });
    const full = toRequest({
      ...choice,
      ...{ source: "6", model: "rehearsal", dialects: ["codex", "gone"], cap: " ", wholeMatrix: true },
    });
    expect(full).toMatchObject({
      source: { follows: "version", version: 6 },
      ...{ model: "rehearsal", dialects: ["codex"], capUsd: null, wholeMatrix: true },
    });
    expect(startSuiteRunSchema.safeParse(full).success).toBe(true);
  });
});
