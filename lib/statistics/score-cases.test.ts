import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialProbabilities } from "./binomial";
import { scoreCases, type TriggerCase } from "./score-cases";

const cases = (
  truePositives: number,
  falsePositives: number,
  falseNegatives: number,
  trueNegatives: number,
) => [
  ...new Array<TriggerCase>(truePositives).fill({ shouldFire: true, fired: true }),
  ...new Array<TriggerCase>(falsePositives).fill({ shouldFire: false, fired: true }),
  ...new Array<TriggerCase>(falseNegatives).fill({ shouldFire: true, fired: false }),
  ...new Array<TriggerCase>(trueNegatives).fill({ shouldFire: false, fired: false }),
];

describe("scoreCases", () => {
  it("gives precision, recall and F1 with what they are shares of", () => {
    const scores = scoreCases(cases(18, 4, 2, 16));
    expect(scores.recall).toMatchObject({ count: 18, of: 20, share: 0.9 });
    expect(scores.recall?.low).toBeCloseTo(0.699, 3);
    expect(scores.precision).toMatchObject({ count: 18, of: 22 });
    expect(scores.f1?.share).toBeCloseTo((2 * 18) / (2 * 18 + 4 + 2), 12);
  });

  it("has no precision of 100 % where nothing fired", () => {
    const scores = scoreCases(cases(0, 0, 10, 10));
    expect(scores).toMatchObject({ precision: null });
    expect(scores.recall).toMatchObject({ share: 0, count: 0, of: 10 });
    expect(scores.f1).toMatchObject({ share: 0, low: 0 });
  });

  it("does not miss a firing that nothing asked for", () => {
    expect(scoreCases(cases(0, 0, 0, 12))).toMatchObject({ recall: null, precision: null, f1: null });
  });

  it("leaves what was right, and whether anything fired at all, to those who know what each case expects", () => {
    expect(Object.keys(scoreCases(cases(1, 1, 1, 1)))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/accuracy|fired/i)]),
    );
  });

  it("says nothing of no cases", () => {
    expect(scoreCases([])).toMatchObject({
      cases: 0,
      precision: null,
      recall: null,
      f1: null,
      canBeJudged: false,
    });
  });

  it("gives no word of judgement under ten cases", () => {
    expect(scoreCases(cases(9, 0, 0, 0)).canBeJudged).toBe(false);
    expect(scoreCases(cases(9, 0, 0, 1)).canBeJudged).toBe(true);
  });

  it("has an F1 between precision and recall, inside its interval, which is never of zero width", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60), (tp, fp, fn, tn) => {
        const { f1, precision, recall } = scoreCases(cases(tp, fp, fn, tn));
        expect(f1 === null).toBe(tp + fp + fn === 0);
        if (!f1) return;
        expect(f1.low).toBeLessThanOrEqual(f1.share);
        expect(f1.high).toBeGreaterThanOrEqual(f1.share);
        expect(f1.high - f1.low).toBeGreaterThan(0.001);
        if (tp === 0) expect(f1.share).toBe(0);
        if (!precision || !recall) return;
        expect(f1.share).toBeGreaterThanOrEqual(Math.min(precision.share, recall.share) - 1e-12);
        expect(f1.share).toBeLessThanOrEqual(Math.max(precision.share, recall.share) + 1e-12);
      }),
    );
  });

  it.each([
    [10, 10, 0.9, 0.1],
    [10, 10, 0.7, 0.2],
    [20, 20, 0.9, 0.05],
    [15, 30, 0.8, 0.1],
    [30, 10, 0.6, 0.4],
  ])(
    "holds the true F1 of %i and %i cases at rates %f and %f at least 93 times in 100",
    (should, not, hit, slip) => {
      const truth = (2 * should * hit) / (should + should * hit + not * slip);
      let covered = 0;
      for (const [fired, chance] of binomialProbabilities(should, hit).entries())
        for (const [slipped, other] of binomialProbabilities(not, slip).entries()) {
          const { f1 } = scoreCases(cases(fired, slipped, should - fired, not - slipped));
          if (f1 && f1.low <= truth && truth <= f1.high) covered += chance * other;
        }
      expect(covered).toBeGreaterThan(0.93);
    },
  );
});
