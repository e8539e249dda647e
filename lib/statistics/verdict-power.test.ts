import { describe, expect, it } from "vitest";
import { outcomeOfCounts } from "./improvement-rule";
import { moreTasksNeeded, outcomeChances, plannedAgreement, tasksForPower } from "./verdict-power";

/** By another route: every one of the 3^tasks suites, one by one. */
function enumerated(tasks: number, tieShare: number, winShare: number) {
  const chances = { improved: 0, "not-shown": 0, worse: 0 };
  for (let suite = 0; suite < 3 ** tasks; suite++) {
    const digits = suite.toString(3).padStart(tasks, "0");
    const count = (digit: string) => digits.split(digit).length - 1;
    const [wins, ties, losses] = [count("0"), count("1"), count("2")];
    const chance =
      tieShare ** ties * ((1 - tieShare) * winShare) ** wins * ((1 - tieShare) * (1 - winShare)) ** losses;
    chances[outcomeOfCounts({ wins, ties, losses })] += chance;
  }
  return chances;
}

describe("outcomeChances", () => {
  it.each([
    [5, 0.005, 0.06, 0.1],
    [8, 0.016, 0.23, 0.45],
    [12, 0.021, 0.4, 0.71],
    [16, 0.026, 0.56, 0.86],
    [20, 0.03, 0.69, 0.94],
    [30, 0.033, 0.86, 0.99],
  ])("of %i tasks with 30 %% ties are those of the published table", (tasks, size, at80, at90) => {
    const improved = (winShare: number) => outcomeChances(tasks, { tieShare: 0.3, winShare }).improved;
    expect(Math.abs(improved(0.5) - size)).toBeLessThan(0.001);
    expect(Math.abs(improved(0.8) - at80)).toBeLessThan(0.006);
    expect(Math.abs(improved(0.9) - at90)).toBeLessThan(0.006);
  });

  it.each([
    [5, 0.3, 0.8],
    [7, 0, 0.5],
    [8, 0.5, 0.9],
    [9, 0.3, 0.2],
    [6, 0.1, 1],
  ])("of %i tasks at %f and %f are those of every suite, counted one by one", (tasks, tieShare, winShare) => {
    const [found, expected] = [
      outcomeChances(tasks, { tieShare, winShare }),
      enumerated(tasks, tieShare, winShare),
    ];
    expect(found.improved).toBeCloseTo(expected.improved, 12);
    expect(found.worse).toBeCloseTo(expected.worse, 12);
    expect(found["not-shown"]).toBeCloseTo(expected["not-shown"], 12);
  });

  it("pass at most one in twenty without an effect, whatever the size and the ties", () => {
    for (let tasks = 0; tasks <= 80; tasks++)
      for (const tieShare of [0, 0.1, 0.3, 0.6, 0.9, 1]) {
        const { improved, worse } = outcomeChances(tasks, { tieShare, winShare: 0.5 });
        expect(improved).toBeLessThanOrEqual(0.05);
        expect(worse).toBeLessThanOrEqual(0.05);
      }
  });

  it.each([
    [-1, 0.3, 0.5],
    [5, 1.2, 0.5],
    [5, 0.3, Number.NaN],
  ])("of %f tasks at %f and %f are refused", (tasks, tieShare, winShare) => {
    expect(() => outcomeChances(tasks, { tieShare, winShare })).toThrow(RangeError);
  });
});

describe("tasksForPower", () => {
  it.each([
    [0.3, 0.8],
    [0.3, 0.9],
    [0, 0.8],
    [0.5, 0.95],
  ])("at %f ties and %f wins is the first size with 80 %% that keeps them", (tieShare, winShare) => {
    const needed = tasksForPower({ tieShare, winShare }) ?? Number.NaN;
    const improved = (tasks: number) => outcomeChances(tasks, { tieShare, winShare }).improved;
    for (let tasks = needed; tasks <= needed + 10; tasks++)
      expect(improved(tasks)).toBeGreaterThanOrEqual(0.8);
    expect(improved(needed - 1)).toBeLessThan(0.8);
  });

  it("is null where more tasks do not help", () => {
    expect(tasksForPower({ tieShare: 0.3, winShare: 0.5 })).toBeNull();
    expect(tasksForPower({ tieShare: 0.3, winShare: 0.2 })).toBeNull();
    expect(tasksForPower({ tieShare: 0.9, winShare: 1 })).toBeNull();
    expect(tasksForPower({ tieShare: 1, winShare: 1 })).toBeNull();
  });

  it("is null where the effect is so near to the least one that 300 tasks do not tell", () => {
    expect(tasksForPower({ tieShare: 0.3, winShare: 0.645 })).toBeNull();
  });
});

describe("moreTasksNeeded", () => {
  it("is 0 for a suite that is long enough", () => {
    expect(moreTasksNeeded({ wins: 20, ties: 9, losses: 1 })).toMatchObject({ more: 0 });
  });

  it("adds to what is there what a suite of such tasks needs", () => {
    const found = moreTasksNeeded({ wins: 6, ties: 4, losses: 2 });
    expect(found?.more).toBe((found?.needed ?? 0) - 12);
    expect(found?.more).toBeGreaterThan(0);
    expect(found?.rates.winShare).toBeCloseTo(7 / 10, 12);
    expect(found?.rates.tieShare).toBeCloseTo(5 / 14, 12);
  });

  it("does not take 4 wins of 4 for certainty", () => {
    expect(moreTasksNeeded({ wins: 4, ties: 0, losses: 0 })?.needed).toBeGreaterThan(5);
  });

  it("says when no number of tasks would do, and has an answer without any", () => {
    expect(moreTasksNeeded({ wins: 3, ties: 4, losses: 5 })).toBeNull();
    expect(moreTasksNeeded({ wins: 0, ties: 0, losses: 0 })).toBeNull();
  });
});

describe("plannedAgreement", () => {
  it("is how often two suites of the same kind agree", () => {
    const { improved, worse, "not-shown": none } = outcomeChances(12, { tieShare: 0.3, winShare: 0.8 });
    const agreement = plannedAgreement(12, { tieShare: 0.3, winShare: 0.8 });
    expect(agreement).toBeCloseTo(improved ** 2 + worse ** 2 + none ** 2, 12);
    expect(agreement).toBeLessThan(0.55);
  });

  it("is certain where nothing is left to chance", () => {
    expect(plannedAgreement(20, { tieShare: 0, winShare: 1 })).toBeCloseTo(1, 12);
  });
});
