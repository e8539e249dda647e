import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { believedRates, meanOf } from "./believed-rates";

describe("believedRates", () => {
  it("knows nothing before anything was seen", () => {
    expect(believedRates({ wins: 0, ties: 0, losses: 0 })).toEqual({
      tie: { first: 1, second: 1 },
      win: { first: 1, second: 1 },
    });
  });

  it("has Laplace's means: one more success in two more tries", () => {
    const { tie, win } = believedRates({ wins: 4, ties: 3, losses: 0 });
    expect(meanOf(tie)).toBeCloseTo(4 / 9, 12);
    expect(meanOf(win)).toBeCloseTo(5 / 6, 12);
  });

  it("is never certain, and comes near the shares that were seen", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), (wins, ties, losses) => {
        const { tie, win } = believedRates({ wins, ties, losses });
        for (const mean of [meanOf(tie), meanOf(win)]) {
          expect(mean).toBeGreaterThan(0);
          expect(mean).toBeLessThan(1);
        }
        if (wins + losses > 0)
          expect(Math.abs(meanOf(win) - wins / (wins + losses))).toBeLessThanOrEqual(
            1 / (wins + losses + 2) + 1e-12,
          );
      }),
    );
  });
});
