import { describe, expect, it } from "vitest";
import { decideEffectGate, type EffectGateFacts } from "./decide-effect-gate";

const host = (change: Partial<EffectGateFacts> = {}): EffectGateFacts => ({
  dialect: "codex",
  word: "improved",
  reasons: [],
  goldenFailed: [],
  lostToApproved: 0,
  isUncompared: false,
  ...change,
});

describe("the gate of an effect run", () => {
  it("passes what improved, and what could not be shown either way", () => {
    expect(decideEffectGate([host(), host({ word: "not-shown" })])).toEqual({ code: 0, reasons: [] });
  });

  it("tells a golden task that failed before all else, also where the rest was not measured", () => {
    const invalid = host({ dialect: "orion", word: "invalid-measurement" });
    expect(decideEffectGate([invalid, host({ word: "worse", goldenFailed: ["merge", "split"] })])).toEqual({
      code: 2,
      reasons: ["codex: golden tasks failed: merge, split."],
    });
  });

  it("sees no golden task fail where no model answered", () => {
    expect(decideEffectGate([host({ word: "scripted", goldenFailed: ["merge"] })])).toEqual({
      code: 3,
      reasons: ["codex: no model answered."],
    });
  });

  it.each([
    ["scripted", "no model answered"],
    ["pending", "the run has not ended"],
    ["invalid-measurement", "the measurement is invalid"],
  ] as const)("never passes what is %s", (word, why) => {
    const { code, reasons } = decideEffectGate([host(), host({ dialect: "orion", word })]);
    expect({ code, reasons }).toEqual({ code: 3, reasons: [`orion: ${why}.`] });
  });

  it("never passes what was to be held against what is published, and was held against nothing", () => {
    expect(decideEffectGate([host(), host({ dialect: "orion", isUncompared: true })])).toEqual({
      code: 3,
      reasons: ["orion: no task was measured beside what is published."],
    });
  });

  it("never passes on nothing", () => {
    expect(decideEffectGate([])).toEqual({ code: 3, reasons: ["Nothing was measured."] });
  });

  it("names what is worse with the skill, and what is worse than approved, with the reasons", () => {
    const worse = host({ word: "worse", reasons: ["1 task won and 9 lost by the skill."] });
    const { code, reasons } = decideEffectGate([worse, host({ dialect: "orion", lostToApproved: 6 })]);
    expect(code).toBe(1);
    expect(reasons).toEqual([
      "codex: worse with the skill than without. 1 task won and 9 lost by the skill.",
      "orion: worse than approved, 6 tasks lost.",
    ]);
  });
});
