import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialTest, signTest } from "./exact-tests";

describe("binomialTest", () => {
  it.each([
    [7, 10, 0.5, 0.171875, 0.9453125, 0.34375],
    [18, 20, 0.5, 0.00020122528076171875, 0.9999799728393555, 0.0004024505615234375],
    [12, 40, 0.25, 0.28485560710188595, 0.8208657576539586, 0.4668097611024689],
    [3, 15, 0.4, 0.972885999222784, 0.09050190240153597, 0.185549310558208],
    [0, 9, 0.3, 1.0, 0.040353607000000014, 0.06564844900000001],
    [150, 200, 0.7, 0.06954527985344397, 0.9494082059701051, 0.14233173709397867],
    [682, 925, 0.75, 0.8240891223524226, 0.19600926705388308, 0.3824915595748517],
  ])(
    "of %i of %i against %f is what SciPy's binomtest gives",
    (successes, trials, probability, greater, less, twoSided) => {
      const test = binomialTest(successes, trials, probability);
      expect(test.greater / greater).toBeCloseTo(1, 9);
      expect(test.less / less).toBeCloseTo(1, 9);
      expect(test.twoSided / twoSided).toBeCloseTo(1, 9);
    },
  );

  it("has tails that share only the number seen, and a mirror", () => {
    fc.assert(
      fc.property(fc.nat(120), fc.nat(120), (left, right) => {
        const [test, mirrored] = [binomialTest(left, left + right), binomialTest(right, left + right)];
        expect(mirrored.greater).toBeCloseTo(test.less, 12);
        expect(mirrored.twoSided).toBeCloseTo(test.twoSided, 12);
        expect(test.twoSided).toBeCloseTo(Math.min(1, 2 * Math.min(test.greater, test.less)), 9);
      }),
    );
  });

  it("refuses more successes than trials", () => {
    expect(() => binomialTest(4, 3)).toThrow("4 of 3");
  });
});

describe("signTest", () => {
  it.each([
    [0, 0, 1],
    [4, 0, 1 / 16],
    [5, 0, 1 / 32],
    [7, 1, 9 / 256],
    [8, 2, 56 / 1024],
    [9, 1, 11 / 1024],
    [12, 0, 1 / 4096],
  ])("of %i wins and %i losses is a count over a power of two", (wins, losses, greater) => {
    expect(signTest(wins, losses).greater).toBeCloseTo(greater, 14);
  });

  it("falls with every win and rises with every loss", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (wins, losses) => {
        const { greater } = signTest(wins, losses);
        expect(signTest(wins + 1, losses).greater).toBeLessThan(greater);
        expect(signTest(wins, losses + 1).greater).toBeGreaterThan(greater - 1e-15);
      }),
    );
  });

  it("is not surer than it says: without an effect, p <= 0.05 comes at most once in twenty times", () => {
    for (let decided = 1; decided <= 40; decided++) {
      const credible = Array.from({ length: decided + 1 }, (_, wins) => wins).filter(
        (wins) => signTest(wins, decided - wins).greater <= 0.05,
      );
      const fewest = Math.min(...credible);
      if (credible.length > 0) expect(signTest(fewest, decided - fewest).greater).toBeLessThanOrEqual(0.05);
      else expect(decided).toBeLessThan(5);
    }
  });
});
