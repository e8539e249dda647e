import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideVerdict, type TaskResult, verdictWords } from "./decide-verdict";
import type { Direction } from "./majority";

type Repeat = Direction | "invalid";
const task = (id: string, repeats: Repeat[], golden: TaskResult["golden"] = null): TaskResult => ({
  id,
  repeats,
  golden,
});
const tasks = (count: number, ...repeats: Repeat[]): TaskResult[] =>
  Array.from({ length: count }, (_, index) => task(`${repeats.join("-")}-${index + 1}`, repeats));
const passed = { right: 3, valid: 3 };
const failed = { right: 1, valid: 3 };

describe("decideVerdict", () => {
  it("says Improved with the test that shows it", () => {
    const found = decideVerdict([...tasks(8, "win"), ...tasks(3, "tie"), ...tasks(1, "loss")]);
    expect(found).toMatchObject({
      verdict: "improved",
      counts: { wins: 8, ties: 3, losses: 1 },
      invalid: [],
    });
    expect(found.reasons).toEqual([{ reason: "credible-win", wins: 8, losses: 1, p: 10 / 512 }]);
  });

  it("says Not shown with everything that is missing", () => {
    const found = decideVerdict([...tasks(3, "win"), ...tasks(9, "tie")]);
    expect(found.verdict).toBe("not-shown");
    expect(found.reasons.map(({ reason }) => reason)).toEqual(["too-few-decided", "may-be-chance"]);
  });

  it("says Worse for a credible loss", () => {
    const found = decideVerdict([...tasks(6, "loss"), ...tasks(6, "tie")]);
    expect(found).toMatchObject({ verdict: "worse", reasons: [{ reason: "credible-loss", p: 1 / 64 }] });
  });

  it("says Worse when a golden task failed, whatever the average and whatever is invalid", () => {
    const golden = task("must-pass", ["tie", "tie", "tie"], failed);
    expect(decideVerdict([...tasks(20, "win"), golden])).toMatchObject({
      verdict: "worse",
      reasons: [{ reason: "golden-failed", tasks: ["must-pass"] }],
    });
    expect(decideVerdict([...tasks(20, "invalid"), golden]).verdict).toBe("worse");
    const both = decideVerdict([...tasks(9, "loss"), golden]);
    expect(both.reasons.map(({ reason }) => reason)).toEqual(["golden-failed", "credible-loss"]);
  });

  it("lets golden tasks that pass count like any other", () => {
    const all = Array.from({ length: 5 }, (_, index) => task(`g${index}`, ["win"], passed));
    expect(decideVerdict(all).verdict).toBe("improved");
  });

  it("says Invalid measurement when a golden task was not measured", () => {
    const golden = task("must-pass", ["invalid"], { right: 0, valid: 0 });
    expect(decideVerdict([...tasks(20, "win"), golden])).toMatchObject({
      verdict: "invalid-measurement",
      reasons: [{ reason: "golden-unmeasured", tasks: ["must-pass"] }],
    });
  });

  describe("of a golden task with five repeats", () => {
    const verdictWith = (right: number, valid: number) => {
      const repeats = Array.from({ length: 5 }, (_, at): Repeat => (at < valid ? "tie" : "invalid"));
      return decideVerdict([...tasks(20, "win"), task("must-pass", repeats, { right, valid })]);
    };

    it.each([
      [0, 0],
      [1, 1],
      [0, 1],
      [2, 2],
      [0, 2],
    ])("says Invalid measurement where %i of only %i were right, whichever way they went", (right, valid) => {
      expect(verdictWith(right, valid)).toMatchObject({
        verdict: "invalid-measurement",
        reasons: [{ reason: "golden-unmeasured", tasks: ["must-pass"] }],
      });
    });

    it.each([
      [3, 3, "improved"],
      [2, 3, "improved"],
      [1, 3, "worse"],
      [3, 5, "improved"],
      [2, 5, "worse"],
    ])("goes by the majority where %i of %i were right: %s", (right, valid, verdict) => {
      expect(verdictWith(right, valid).verdict).toBe(verdict);
    });
  });

  it("says Invalid measurement when more than a fifth of the tasks was not measured", () => {
    expect(decideVerdict([...tasks(8, "win"), ...tasks(2, "invalid")]).verdict).toBe("improved");
    const found = decideVerdict([...tasks(8, "win"), ...tasks(3, "invalid")]);
    expect(found).toMatchObject({
      verdict: "invalid-measurement",
      invalid: ["invalid-1", "invalid-2", "invalid-3"],
      reasons: [{ reason: "too-much-invalid", share: 3 / 11, limit: 0.2 }],
    });
  });

  it("says Invalid measurement of nothing", () => {
    expect(decideVerdict([])).toMatchObject({
      verdict: "invalid-measurement",
      reasons: [{ reason: "no-tasks" }],
    });
    expect(decideVerdict([task("empty", [])]).invalid).toEqual(["empty"]);
  });

  it("never takes an outage for a loss: invalid repeats change no count", () => {
    const found = decideVerdict([
      ...tasks(6, "win", "win", "invalid"),
      ...tasks(1, "invalid", "invalid", "loss"),
    ]);
    expect(found.counts).toEqual({ wins: 6, ties: 0, losses: 0 });
    expect(found.invalid).toEqual(["invalid-invalid-loss-1"]);
  });

  it("has a reason for every verdict, counts every task once, and goes by no order", () => {
    const repeat = fc.constantFrom<Repeat>("win", "win", "tie", "loss", "invalid");
    const golden = fc.constantFrom(null, null, null, passed, failed, { right: 0, valid: 0 });
    const suite = fc.array(fc.tuple(fc.array(repeat, { maxLength: 5 }), golden), { maxLength: 40 });
    fc.assert(
      fc.property(suite, (rows) => {
        const all = rows.map(([repeats, gold], index) => task(`${index}`, repeats, gold));
        const { verdict, reasons, counts, invalid } = decideVerdict(all);
        expect(reasons.length).toBeGreaterThan(0);
        expect(counts.wins + counts.ties + counts.losses + invalid.length).toBe(all.length);
        expect(decideVerdict([...all].reverse()).verdict).toBe(verdict);
        expect(Object.keys(verdictWords)).toContain(verdict);
      }),
    );
  });
});
