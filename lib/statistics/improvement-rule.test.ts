import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { improvementShortfalls, isCredibleLoss, outcomeOfCounts } from "./improvement-rule";

const counts = fc.record({ wins: fc.nat(40), ties: fc.nat(40), losses: fc.nat(40) });

describe("outcomeOfCounts", () => {
  it.each([
    [5, 0, 0, "improved"],
    [4, 0, 0, "not-shown"],
    [4, 8, 0, "not-shown"],
    [5, 20, 0, "improved"],
    [5, 21, 0, "not-shown"],
    [7, 0, 1, "improved"],
    [7, 0, 2, "not-shown"],
    [0, 3, 5, "worse"],
    [0, 3, 4, "not-shown"],
    [1, 0, 7, "worse"],
    [0, 12, 0, "not-shown"],
    [0, 0, 0, "not-shown"],
  ])("of %i wins, %i ties and %i losses is %s", (wins, ties, losses, outcome) => {
    expect(outcomeOfCounts({ wins, ties, losses })).toBe(outcome);
  });

  it("counts a net win of exactly a fifth, whatever that fifth is in binary", () => {
    for (let net = 5; net <= 60; net++)
      expect(outcomeOfCounts({ wins: net, ties: net * 4, losses: 0 })).toBe("improved");
  });

  it("is never worse for one more win in the place of a tie or of a loss", () => {
    const rank = { worse: 0, "not-shown": 1, improved: 2 } as const;
    fc.assert(
      fc.property(counts, ({ wins, ties, losses }) => {
        const before = rank[outcomeOfCounts({ wins, ties, losses })];
        if (ties > 0)
          expect(rank[outcomeOfCounts({ wins: wins + 1, ties: ties - 1, losses })]).toBeGreaterThanOrEqual(
            before,
          );
        if (losses > 0)
          expect(rank[outcomeOfCounts({ wins: wins + 1, ties, losses: losses - 1 })]).toBeGreaterThanOrEqual(
            before,
          );
      }),
    );
  });

  it("never calls the same counts an improvement and a loss", () => {
    fc.assert(
      fc.property(counts, (some) => {
        expect(isCredibleLoss(some) && improvementShortfalls(some).length === 0).toBe(false);
      }),
    );
  });
});

describe("improvementShortfalls", () => {
  it("says each part of the rule that is missing, with its figures", () => {
    expect(improvementShortfalls({ wins: 2, ties: 9, losses: 1 })).toEqual([
      { reason: "too-few-decided", decided: 3, needed: 5 },
      { reason: "may-be-chance", p: 0.5, limit: 0.05 },
      { reason: "net-win-too-small", netWin: 1 / 12, needed: 0.2 },
    ]);
    expect(improvementShortfalls({ wins: 6, ties: 54, losses: 0 })).toEqual([
      { reason: "net-win-too-small", netWin: 0.1, needed: 0.2 },
    ]);
    expect(improvementShortfalls({ wins: 8, ties: 0, losses: 3 })).toMatchObject([
      { reason: "may-be-chance" },
    ]);
  });

  it("has an answer without any task", () => {
    expect(improvementShortfalls({ wins: 0, ties: 0, losses: 0 })).toMatchObject([
      { reason: "too-few-decided", decided: 0 },
      { reason: "may-be-chance", p: 1 },
      { reason: "net-win-too-small", netWin: 0 },
    ]);
  });
});
