import { describe, expect, it } from "vitest";
import { decideVerdict, type TaskResult } from "./decide-verdict";
import { signTest } from "./exact-tests";
import { type Direction, directionOf } from "./majority";
import { repeatAgreement } from "./repeat-agreement";
import { scoreCases } from "./score-cases";
import { wilsonInterval } from "./wilson-interval";

/*
 * Faults of other harnesses. Each test also computes what the faulty way says, so that putting the fault in here
 * makes the two agree and the test red.
 */
const suiteOf = (tasks: readonly (readonly Direction[])[]): TaskResult[] =>
  tasks.map((repeats, index) => ({ id: `task-${index + 1}`, repeats, golden: null }));
const allWon = (tasks: number, repeats: number) =>
  suiteOf(new Array<Direction[]>(tasks).fill(new Array<Direction>(repeats).fill("win")));

describe("repeats of one task sold as independent cases", () => {
  it("12 wins of 12 are 4 of 4 when they come from 4 tasks: p = 0.0625, Not shown", () => {
    const { verdict, reasons, counts } = decideVerdict(allWon(4, 3));
    expect(counts).toEqual({ wins: 4, ties: 0, losses: 0 });
    expect(reasons).toContainEqual({ reason: "may-be-chance", p: expect.closeTo(0.0625, 12), limit: 0.05 });
    expect(verdict).toBe("not-shown");

    const asIfIndependent = allWon(12, 1);
    expect(signTest(12, 0).greater).toBeCloseTo(1 / 4096, 14);
    expect(decideVerdict(asIfIndependent).verdict).toBe("improved");
  });

  it("no number of repeats makes four tasks enough", () => {
    for (const repeats of [1, 5, 20, 100])
      expect(decideVerdict(allWon(4, repeats)).verdict).toBe("not-shown");
  });
});

describe("a t-interval over an ordinal judge's magnitudes", () => {
  const verdictOf = (differences: readonly number[]) =>
    decideVerdict(suiteOf(differences.map((difference) => [directionOf(difference)]))).verdict;
  /** Lower bound of the mean, with the quantile for 5 values (4 degrees of freedom). */
  const lowerBound = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    return mean - 2.776 * Math.sqrt(variance / values.length);
  };

  it("would punish one win for being larger; here its size changes nothing, and without it nothing is shown", () => {
    const [even, oneLarger] = [
      [1, 1, 1, 1, 2],
      [1, 1, 1, 1, 90],
    ];
    expect(lowerBound(even)).toBeGreaterThan(0);
    expect(lowerBound(oneLarger)).toBeLessThan(0);
    expect(verdictOf(even)).toBe("improved");
    expect(verdictOf(oneLarger)).toBe("improved");
    expect(verdictOf(oneLarger.slice(0, 4))).toBe("not-shown");
  });
});

describe("one case with an interval of zero width", () => {
  it("is not certain: the interval of 1 of 1 reaches down to 0.21, where Wald's is [1, 1]", () => {
    const wald = 1.96 * Math.sqrt((1 * (1 - 1)) / 1);
    expect(wald).toBe(0);
    const interval = wilsonInterval(1, 1);
    expect(interval?.low).toBeCloseTo(0.207, 3);
    expect(interval?.high).toBe(1);
  });

  it("passes neither as a task nor as a suite of triggers", () => {
    expect(decideVerdict(allWon(1, 20)).verdict).toBe("not-shown");
    const scores = scoreCases([{ shouldFire: true, fired: true }]);
    expect(scores.canBeJudged).toBe(false);
    expect((scores.f1?.high ?? 0) - (scores.f1?.low ?? 0)).toBeGreaterThan(0.5);
  });
});

describe("verdicts on the same bytes that flip unannounced", () => {
  it("a verdict on the edge says that a repeat may well differ, and a settled one that it will not", () => {
    const edge: Direction[][] = [
      ...new Array<Direction[]>(5).fill(["win", "win", "loss"]),
      ...new Array<Direction[]>(5).fill(["win", "tie", "loss"]),
    ];
    const settled: Direction[][] = [
      ...new Array<Direction[]>(12).fill(["win", "win", "win"]),
      ...new Array<Direction[]>(4).fill(["tie", "tie", "tie"]),
    ];
    for (const suite of [edge, settled]) expect(decideVerdict(suiteOf(suite)).verdict).toBe("improved");
    // Announcing certainty, or nothing, is the fault.
    expect(repeatAgreement(suiteOf(edge))?.sameTasks).toBeLessThan(0.6);
    expect(repeatAgreement(suiteOf(settled))?.sameTasks).toBeGreaterThan(0.95);
  });

  it("also a suite whose tasks ran once says how sure its verdict is", () => {
    const barely = suiteOf([...new Array<Direction[]>(5).fill(["win"]), ["tie"], ["tie"]]);
    expect(decideVerdict(barely).verdict).toBe("improved");
    expect(repeatAgreement(barely)).toMatchObject({ sameTasks: null });
    expect(repeatAgreement(barely)?.otherTasks).toBeLessThan(0.5);
  });
});
