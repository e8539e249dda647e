import { describe, expect, it } from "vitest";
import { binomialProbabilities } from "./binomial";
import { outcomeOfCounts, verdictLimits } from "./improvement-rule";
import { isSpared, moreTasksToSpare, testSpared } from "./spared-skill";

const counts = (wins: number, ties: number, losses: number, passedWithout: number) => ({
  wins,
  ties,
  losses,
  passedWithout,
});

describe("whether a skill can be spared", () => {
  it("needs 14 tasks when none is won by it: 0.8 to the 14th is below 5 %, to the 13th it is not", () => {
    expect(testSpared(counts(0, 14, 0, 14)).noWin).toBeCloseTo(0.8 ** 14, 12);
    expect(isSpared(counts(0, 14, 0, 14))).toBe(true);
    expect(isSpared(counts(0, 13, 0, 13))).toBe(false);
  });

  it.each([
    ["one win", counts(1, 21, 0, 21), true],
    ["one win, one task fewer", counts(1, 20, 0, 20), false],
    ["three wins of 14", counts(3, 11, 0, 11), false],
    ["losses are no wins", counts(0, 12, 2, 14), true],
    ["no task at all", counts(0, 0, 0, 0), false],
  ])("with %s", (_, given, spared) => {
    expect(isSpared(given)).toBe(spared);
  });

  it("needs most tasks to pass without it: tasks that fail either way spare nothing", () => {
    expect(isSpared(counts(0, 14, 0, 0))).toBe(false);
    expect(testSpared(counts(0, 14, 0, 10)).passes).toBeGreaterThan(0.05);
    expect(isSpared(counts(0, 14, 0, 11))).toBe(true);
  });

  it("is never said of counts that are called an improvement", () => {
    for (let tasks = 1; tasks <= 60; tasks++)
      for (let wins = 0; wins <= tasks; wins++)
        if (isSpared(counts(wins, tasks - wins, 0, tasks)))
          expect(outcomeOfCounts({ wins, ties: tasks - wins, losses: 0 })).not.toBe("improved");
  });

  it("says of a skill that wins a fifth of tasks at most once in twenty that it can be spared", () => {
    for (let tasks = 1; tasks <= 60; tasks++) {
      const chances = binomialProbabilities(tasks, verdictLimits.leastNetWin);
      const said = chances.filter((_, wins) => isSpared(counts(wins, tasks - wins, 0, tasks)));
      expect(said.reduce((sum, chance) => sum + chance, 0)).toBeLessThanOrEqual(0.05);
    }
  });
});

describe("how many tasks more it takes", () => {
  it.each([
    [counts(0, 14, 0, 14), 0],
    [counts(0, 5, 0, 5), 9],
    [counts(0, 0, 0, 0), 14],
    [counts(1, 6, 0, 6), 15],
    [counts(0, 4, 0, 0), 12],
  ])("of %o is %i", (given, more) => {
    expect(moreTasksToSpare(given)).toBe(more);
    const { wins, ties, losses, passedWithout } = given;
    const grown = (by: number) => isSpared(counts(wins, ties + by, losses, passedWithout + by));
    expect(grown(more)).toBe(true);
    if (more > 0) expect(grown(more - 1)).toBe(false);
  });

  it("is unknown where no number that anybody writes would do", () => {
    expect(moreTasksToSpare(counts(100, 0, 0, 0))).toBeNull();
  });
});
