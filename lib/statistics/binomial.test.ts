import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialProbabilities, sumOf } from "./binomial";

/** By another route: every way of drawing, one by one. */
function enumerated(trials: number, probability: number): number[] {
  const probabilities = new Array<number>(trials + 1).fill(0);
  for (let drawn = 0; drawn < 2 ** trials; drawn++) {
    const successes = [...drawn.toString(2)].filter((bit) => bit === "1").length;
    const failures = trials - successes;
    probabilities[successes] =
      (probabilities[successes] ?? 0) + probability ** successes * (1 - probability) ** failures;
  }
  return probabilities;
}

describe("binomialProbabilities", () => {
  it.each([
    [0, 0.5],
    [1, 0.3],
    [5, 0.5],
    [8, 0.7],
    [12, 0.05],
  ])("of %i trials at %f are those of every way of drawing, counted one by one", (trials, probability) => {
    const expected = enumerated(trials, probability);
    for (const [successes, value] of binomialProbabilities(trials, probability).entries())
      expect(value).toBeCloseTo(expected[successes] ?? Number.NaN, 13);
  });

  it("are integers over a power of two for a fair coin", () => {
    const scaled = binomialProbabilities(10, 0.5).map((value) => Math.round(value * 1024 * 1e9) / 1e9);
    expect(scaled).toEqual([1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1]);
  });

  it("agree with SciPy where factorials overflow", () => {
    const probabilities = binomialProbabilities(5000, 0.5);
    expect(probabilities[2500]).toBeCloseTo(0.011283227495479853, 14);
    expect((probabilities[2300] ?? 0) / 1.252231594684751e-9).toBeCloseTo(1, 10);
  });

  it("put everything in one place when nothing is left to chance", () => {
    expect(binomialProbabilities(3, 0)).toEqual([1, 0, 0, 0]);
    expect(binomialProbabilities(3, 1)).toEqual([0, 0, 0, 1]);
    expect(binomialProbabilities(0, 0.4)).toEqual([1]);
  });

  it("sum to 1, have the mean n p, and mirror each other", () => {
    const trials = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(trials, fc.double({ min: 0, max: 1, noNaN: true }), (count, probability) => {
        const probabilities = binomialProbabilities(count, probability);
        expect(probabilities).toHaveLength(count + 1);
        expect(sumOf(probabilities)).toBeCloseTo(1, 12);
        const mean = sumOf(probabilities.map((value, successes) => value * successes));
        expect(mean).toBeCloseTo(count * probability, 8);
        const mirrored = binomialProbabilities(count, 1 - probability).reverse();
        for (const [successes, value] of probabilities.entries())
          expect(mirrored[successes]).toBeCloseTo(value, 9);
      }),
    );
  });

  it.each([
    [-1, 0.5],
    [2.5, 0.5],
    [Number.NaN, 0.5],
    [3, -0.1],
    [3, 1.1],
    [3, Number.NaN],
  ])("of %f trials at %f are refused", (trials, probability) => {
    expect(() => binomialProbabilities(trials, probability)).toThrow(RangeError);
  });
});

describe("sumOf", () => {
  it("keeps what is small beside what is large", () => {
    expect(sumOf([1, ...new Array<number>(1000).fill(1e-16)])).toBeCloseTo(1 + 1e-13, 15);
  });
});
