import { describe, expect, it } from "vitest";
import { compareRepetition, compareSuiteRuns } from "./compare-suite-runs";
import type { JudgedCase } from "./judge-suite";

const judged = (
  id: string,
  outcome: JudgedCase["outcome"],
  right = outcome === "right" ? 3 : 0,
): JudgedCase => ({
  id,
  outcome,
  right,
  expected: { kind: "not-this" },
  by: outcome === "stolen" ? "deploy" : null,
  counted: outcome === "invalid" ? 1 : 3,
  invalid: outcome === "invalid" ? 2 : 0,
  activated: [],
  alsoActivated: [],
});

describe("compareSuiteRuns", () => {
  it("says what turned over the cases of both, and tests exactly", () => {
    const before = ["a", "b", "c", "d", "e", "f"].map((id) => judged(id, "right"));
    const after = [...["a", "b", "c", "d", "e"].map((id) => judged(id, "missed")), judged("g", "right")];
    const comparison = compareSuiteRuns(before, after);
    expect(comparison).toMatchObject({
      outcome: "worse",
      lost: ["a", "b", "c", "d", "e"],
      gained: [],
      added: ["g"],
      removed: ["f"],
      test: { lost: 5, gained: 0, less: 1 / 32 },
    });
    expect(comparison.turned[0]).toEqual({ id: "a", before: "right", after: "missed", by: null });
  });

  it("does not take a case that was not measured for lost", () => {
    const comparison = compareSuiteRuns([judged("a", "right")], [judged("a", "invalid")]);
    expect(comparison).toMatchObject({ lost: [], unmeasured: ["a"], outcome: "no difference shown" });
  });

  it("tells what turned from one fault to another, without calling it a loss", () => {
    const comparison = compareSuiteRuns([judged("a", "missed")], [judged("a", "stolen")]);
    expect(comparison).toMatchObject({
      lost: [],
      turned: [{ before: "missed", after: "stolen", by: "deploy" }],
    });
  });
});

describe("compareRepetition", () => {
  it("gives the share that flipped of what was measured twice", () => {
    const before = [judged("a", "right"), judged("b", "right"), judged("c", "invalid"), judged("d", null)];
    const after = [
      judged("a", "right"),
      judged("b", "missed"),
      judged("c", "right"),
      judged("d", "right"),
      judged("e", "right"),
    ];
    expect(compareRepetition(before, after)).toMatchObject({
      compared: 2,
      flipped: 1,
      share: { count: 1, of: 2 },
      cases: [{ id: "b", before: "right", after: "missed" }],
    });
    expect(compareRepetition([], [])).toEqual({ compared: 0, flipped: 0, share: null, cases: [] });
  });
});
