import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { believedRates } from "./believed-rates";
import { betaBinomialProbabilities } from "./beta-binomial";
import { decideVerdict, type TaskResult } from "./decide-verdict";
import { outcomeOfCounts } from "./improvement-rule";
import type { Direction } from "./majority";
import { repeatAgreement } from "./repeat-agreement";

type Repeat = Direction | "invalid";
const tasks = (count: number, ...repeats: Repeat[]): TaskResult[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${repeats.join("-")}-${index}`,
    repeats,
    golden: null,
  }));

/** By another route, for one repeat a task: the next counts follow from the belief about both rates in closed form. */
function closedForm(wins: number, ties: number, losses: number): number {
  const { tie, win } = believedRates({ wins, ties, losses });
  const all = wins + ties + losses;
  let agreement = 0;
  for (const [nextTies, tieChance] of betaBinomialProbabilities(all, tie).entries())
    for (const [nextWins, winChance] of betaBinomialProbabilities(all - nextTies, win).entries()) {
      const next = { wins: nextWins, ties: nextTies, losses: all - nextTies - nextWins };
      if (outcomeOfCounts(next) === outcomeOfCounts({ wins, ties, losses }))
        agreement += tieChance * winChance;
    }
  return agreement;
}

describe("repeatAgreement", () => {
  it.each([
    [5, 0, 0],
    [8, 3, 1],
    [12, 8, 0],
    [3, 5, 2],
    [1, 9, 8],
  ])(
    "of %i wins, %i ties and %i losses, once each, follows from the belief about the rates",
    (wins, ties, losses) => {
      const once = [...tasks(wins, "win"), ...tasks(ties, "tie"), ...tasks(losses, "loss")];
      const found = repeatAgreement(once);
      expect(Math.abs((found?.otherTasks ?? 0) - closedForm(wins, ties, losses))).toBeLessThan(0.015);
    },
  );

  it("says nothing about the same tasks when none was repeated", () => {
    expect(repeatAgreement(tasks(12, "win"))?.sameTasks).toBeNull();
    expect(repeatAgreement([...tasks(11, "win"), ...tasks(1, "win", "win")])?.sameTasks).not.toBeNull();
  });

  it("is sure of tasks that always end the same way, and surer of them than of others of their kind", () => {
    const settled = [
      ...tasks(9, "win", "win", "win"),
      ...tasks(4, "tie", "tie", "tie"),
      ...tasks(1, "loss", "loss", "loss"),
    ];
    const found = repeatAgreement(settled);
    expect(found?.sameTasks).toBeGreaterThan(0.9);
    expect(found?.otherTasks).toBeLessThan((found?.sameTasks ?? 0) - 0.05);
  });

  it("is not sure of a verdict that chance gave: every task won by two of three", () => {
    const lucky = [...tasks(6, "win", "win", "loss"), ...tasks(6, "win", "tie", "loss")];
    expect(decideVerdict(lucky).verdict).toBe("improved");
    expect(repeatAgreement(lucky)?.sameTasks).toBeLessThan(0.7);
  });

  it("is null where nothing was measured, and where a golden task decided alone", () => {
    expect(repeatAgreement([])).toBeNull();
    expect(repeatAgreement(tasks(8, "invalid"))).toBeNull();
    const golden = { id: "golden", repeats: ["loss" as const], golden: { right: 0, valid: 1 } };
    expect(repeatAgreement([...tasks(12, "win", "win"), golden])).toBeNull();
  });

  it("has an answer for a long suite too", () => {
    const found = repeatAgreement([...tasks(120, "win", "win"), ...tasks(60, "tie", "tie")]);
    expect(found?.sameTasks).toBeCloseTo(1, 3);
    expect(found?.otherTasks).toBeCloseTo(1, 3);
  });

  it("leaves invalid repeats and tasks out", () => {
    const valid = [...tasks(9, "win", "win"), ...tasks(4, "tie", "loss")];
    const more = [...tasks(9, "win", "win", "invalid"), ...tasks(4, "tie", "loss"), ...tasks(2, "invalid")];
    expect(repeatAgreement(more)).toEqual(repeatAgreement(valid));
  });

  it("is a probability, and the same each time", () => {
    const repeats = fc.array(fc.constantFrom<Direction>("win", "tie", "loss"), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(repeats, { minLength: 1, maxLength: 9 }), (rows) => {
        const suite = rows.map((row, index) => ({ id: `${index}`, repeats: row, golden: null }));
        const found = repeatAgreement(suite);
        for (const chance of [found?.sameTasks ?? 0, found?.otherTasks ?? 0]) {
          expect(chance).toBeGreaterThanOrEqual(0);
          expect(chance).toBeLessThanOrEqual(1);
        }
        expect(repeatAgreement(suite)).toEqual(found);
      }),
      { numRuns: 20 },
    );
  });
});
