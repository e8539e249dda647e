import { describe, expect, it } from "vitest";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { startSuiteRunSchema } from "@/lib/proof/schema";
import { aSkillDetail, aVersionSummary } from "@/lib/testing/browser/skill-shapes";
import { capAsTyped, capProblem, runVerb } from "./cap-field";
import { firstChoice, problemOf, publishedOf, refusalOf, toRequest } from "./run-choice";

const choice = { ...firstChoice({ agents: [], versions: [] }), agent: "on-call" };

describe("a cap", () => {
  it.each([
    ["2", "Run, at most $2.00"],
    ["0.999", "Run, at most $0.999"],
    ["0.001", "Run, at most $0.001"],
    ["10000", "Run, at most $10000.00"],
    ["1e999", "Run"],
    ["", "Run"],
  ])("of “%s” is promised as it is kept: %s", (cap, verb) => expect(runVerb("Run", cap)).toBe(verb));

  it.each([2, 0.999, 0.001, 0.000_001, 10_000])("of %d can be typed again", (dollars) => {
    expect(capProblem(capAsTyped(dollars))).toBeUndefined();
    expect(Number(capAsTyped(dollars))).toBe(dollars);
  });
});

describe("an estimate", () => {
  const data = { problems: ["The model is archived."] };
  it.each([
    [{ data: undefined, isPending: true, isPlaceholderData: false }, /being worked out/],
    [{ data, isPending: false, isPlaceholderData: true }, /being worked out/],
    [{ data, isPending: false, isPlaceholderData: false }, /archived/],
  ])("%j keeps from a start", (estimate, why) => expect(refusalOf(estimate)).toMatch(why));

  it("that failed keeps from nothing", () => {
    expect(refusalOf({ data: undefined, isPending: false, isPlaceholderData: false })).toBeUndefined();
  });
});

describe("what is chosen before a run", () => {
  it("begins with the first agent that has the skill, three trials and a cap", () => {
    const skill = aSkillDetail();
    expect(firstChoice(skill)).toMatchObject({ source: "draft", repeats: "3", cap: "2.00", dialects: [] });
    expect(firstChoice(skill).agent).toBe(skill.agents[0]?.slug ?? "");
    expect(problemOf(firstChoice({ agents: [], versions: [] }))).toMatch(/Choose the agent/);
  });

  it("has the published version as an arm where that is asked and one stands", () => {
    const withdrawn = aVersionSummary({
      number: 2,
      withdrawal: { at: "2026-11-21T10:00:00.000Z", by: { id: "ines", name: "Ines" }, reason: "Wrong." },
    });
    const first = aVersionSummary({ number: 1 });
    const approvedOf = (versions: SkillDetail["versions"], asked = true) =>
      firstChoice({ agents: [], versions }, { approved: asked }).approved;
    expect(approvedOf([withdrawn, first])).toBe(true);
    expect(approvedOf([withdrawn, first], false)).toBe(false);
    expect(approvedOf([withdrawn])).toBe(false);
    expect(approvedOf([])).toBe(false);
    expect(publishedOf({ versions: [withdrawn, first] })).toBe(first);
    expect(firstChoice({ agents: [], versions: [first] }).approved).toBe(false);
  });

  it.each([
    [{ repeats: "0" }, /from 1 to 20/],
    [{ repeats: "2.5" }, /from 1 to 20/],
    [{ repeats: "" }, /from 1 to 20/],
    [{ cap: "0" }, /above 0/],
    [{ cap: "two" }, /above 0/],
    [{ cap: "1e999" }, /at most 10,000/],
    [{ cap: "Infinity" }, /at most 10,000/],
    [{ cap: "10000.01" }, /at most 10,000/],
  ])("says what is wrong with %j", (over, said) => expect(problemOf({ ...choice, ...over })).toMatch(said));

  it("is sent as the API takes it: what is left alone is left out", () => {
    expect(toRequest(choice)).toEqual({
      suite: "trigger",
      source: { follows: "draft" },
      agent: "on-call",
      repeats: 3,
      wholeMatrix: false,
      capUsd: 2,
    });
    const full = toRequest({
      ...choice,
      source: "6",
      model: "rehearsal",
      dialects: ["codex", "gone"],
      cap: " ",
      wholeMatrix: true,
    });
    expect(full).toMatchObject({
      source: { follows: "version", version: 6 },
      model: "rehearsal",
      dialects: ["codex"],
      capUsd: null,
      wholeMatrix: true,
    });
    expect(startSuiteRunSchema.safeParse(full).success).toBe(true);
  });
});
