import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaBinomialProbabilities, normalised } from "./beta-binomial";
import { binomialProbabilities, sumOf } from "./binomial";

describe("betaBinomialProbabilities", () => {
  it.each([
    // scipy.stats.betabinom.pmf
    [10, 2, 3, 0, 0.06593406593406595],
    [10, 2, 3, 4, 0.13986013986013984],
    [5, 0.5, 0.5, 0, 0.24609375],
    [20, 7.5, 1.5, 20, 0.14741351084746818],
  ])("of %i trials after %f and %f has SciPy's chance of %i", (trials, first, second, count, expected) => {
    expect(betaBinomialProbabilities(trials, { first, second })[count]).toBeCloseTo(expected, 12);
  });

  it("knows nothing after nothing: every number is as likely", () => {
    for (const chance of betaBinomialProbabilities(9, { first: 1, second: 1 }))
      expect(chance).toBeCloseTo(0.1, 12);
  });

  it("is the binomial where the chance is as good as known", () => {
    const known = binomialProbabilities(12, 0.3);
    for (const [count, chance] of betaBinomialProbabilities(12, { first: 3e8, second: 7e8 }).entries())
      expect(chance).toBeCloseTo(known[count] ?? Number.NaN, 7);
  });

  it("adds up to 1 and has the mean of its belief, also for a thousand trials", () => {
    const parameter = fc.double({ min: 0.01, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 7, 30, 1000), parameter, parameter, (trials, first, second) => {
        const chances = betaBinomialProbabilities(trials, { first, second });
        expect(sumOf(chances)).toBeCloseTo(1, 9);
        const mean = sumOf(chances.map((chance, count) => chance * count));
        expect(mean).toBeCloseTo((trials * first) / (first + second), 5);
      }),
    );
  });

  it.each([
    [3, 0, 1],
    [3, 1, -1],
    [3, Number.NaN, 1],
    [-1, 1, 1],
  ])("of %i trials after %f and %f is refused", (trials, first, second) => {
    expect(() => betaBinomialProbabilities(trials, { first, second })).toThrow(RangeError);
  });
});

describe("normalised", () => {
  it("takes weights that no number can hold", () => {
    expect(normalised([-100_000, -100_000])).toEqual([0.5, 0.5]);
    expect(normalised([5000, 0])).toEqual([1, 0]);
  });
});
