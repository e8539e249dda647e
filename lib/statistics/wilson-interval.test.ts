import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialProbabilities, sumOf } from "./binomial";
import { proportionOf, wilsonInterval } from "./wilson-interval";

const rounded = (interval: ReturnType<typeof wilsonInterval>, digits: number) =>
  interval && [Number(interval.low.toFixed(digits)), Number(interval.high.toFixed(digits))];

describe("wilsonInterval", () => {
  it.each([
    [10, 10, [0.72, 1]],
    [18, 20, [0.7, 0.97]],
    [45, 50, [0.79, 0.96]],
  ])("of %i of %i is %j, as published", (count, of, expected) => {
    expect(rounded(wilsonInterval(count, of), 2)).toEqual(expected);
  });

  it.each([
    [0, 10, 0.95, 0.0, 0.27753279986288926],
    [1, 1, 0.95, 0.20654931437723745, 1.0],
    [7, 10, 0.9, 0.4416997958698351, 0.8731234160968021],
    [18, 20, 0.95, 0.6989663547715128, 0.9721335187862319],
    [45, 50, 0.99, 0.7402692104043159, 0.9660091162215817],
    [123, 400, 0.95, 0.2642873977313039, 0.3543748355874003],
  ] as const)("of %i of %i at %f is what SciPy gives", (count, of, confidence, low, high) => {
    const interval = wilsonInterval(count, of, confidence);
    expect(interval?.low).toBeCloseTo(low, 12);
    expect(interval?.high).toBeCloseTo(high, 12);
  });

  it("says nothing without cases", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    expect(proportionOf(0, 0)).toBeNull();
  });

  it("never has zero width, so that one case of one is no certainty", () => {
    expect(rounded(wilsonInterval(1, 1), 3)).toEqual([0.207, 1]);
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (right, wrong) => {
        fc.pre(right + wrong > 0);
        const interval = wilsonInterval(right, right + wrong) ?? { low: 0, high: 0 };
        expect(interval.high - interval.low).toBeGreaterThan(0.001);
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(1);
        const share = right / (right + wrong);
        expect(interval.low).toBeLessThanOrEqual(share);
        expect(interval.high).toBeGreaterThanOrEqual(share);
      }),
    );
  });

  it("is the set of all shares that the score test does not refuse", () => {
    const { low, high } = wilsonInterval(18, 20) ?? { low: 0, high: 0 };
    const score = (share: number) => Math.abs(18 / 20 - share) / Math.sqrt((share * (1 - share)) / 20);
    expect(score(low)).toBeCloseTo(1.959963984540054, 9);
    expect(score(high)).toBeCloseTo(1.959963984540054, 9);
  });

  it("holds the true share about as often as it says, on the average over shares", () => {
    const shares = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
    const covered = (of: number, share: number) =>
      sumOf(
        binomialProbabilities(of, share).filter((_, count) => {
          const interval = wilsonInterval(count, of);
          return interval && interval.low <= share && share <= interval.high;
        }),
      );
    for (const of of [5, 10, 20, 50]) {
      const mean = sumOf(shares.map((share) => covered(of, share))) / shares.length;
      expect(mean).toBeGreaterThan(0.94);
      expect(mean).toBeLessThan(0.97);
    }
  });

  it.each([
    [3, 2],
    [-1, 2],
    [0.5, 2],
  ])("refuses %f of %i", (count, of) => {
    expect(() => wilsonInterval(count, of)).toThrow(RangeError);
  });
});

describe("proportionOf", () => {
  it("carries the counts beside the share, so that nobody reads 100 % without its one case", () => {
    expect(proportionOf(1, 1)).toMatchObject({ count: 1, of: 1, share: 1, high: 1 });
  });
});
