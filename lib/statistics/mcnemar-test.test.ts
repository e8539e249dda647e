import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcNemarTest, type Pair } from "./mcnemar-test";

const pairs = (bothRight: number, gained: number, lost: number, bothWrong: number): Pair[] => [
  ...new Array<Pair>(bothRight).fill({ before: true, after: true }),
  ...new Array<Pair>(gained).fill({ before: false, after: true }),
  ...new Array<Pair>(lost).fill({ before: true, after: false }),
  ...new Array<Pair>(bothWrong).fill({ before: false, after: false }),
];

describe("mcNemarTest", () => {
  it("counts every pair once", () => {
    expect(mcNemarTest(pairs(4, 3, 2, 1))).toMatchObject({ bothRight: 4, gained: 3, lost: 2, bothWrong: 1 });
  });

  it.each([
    // Two-sided as statsmodels' mcnemar(exact=True): twice the binomial tail, at most 1.
    [6, 2, 0.2890625],
    [10, 2, 0.03857421875],
    [1, 8, 0.0390625],
    [5, 5, 1],
    [0, 0, 1],
    [0, 6, 0.03125],
  ])("of %i gained and %i lost is exact", (gained, lost, twoSided) => {
    expect(mcNemarTest(pairs(20, gained, lost, 3)).twoSided).toBeCloseTo(twoSided, 12);
  });

  it("is for a gain in one tail and for a loss in the other", () => {
    expect(mcNemarTest(pairs(0, 5, 0, 0))).toMatchObject({ greater: 1 / 32, less: 1 });
    expect(mcNemarTest(pairs(0, 0, 5, 0))).toMatchObject({ greater: 1, less: 1 / 32 });
  });

  it("is not moved by pairs that agree", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(40), fc.nat(40), (gained, lost, right, wrong) => {
        const { twoSided, greater, less } = mcNemarTest(pairs(right, gained, lost, wrong));
        expect(mcNemarTest(pairs(0, gained, lost, 0))).toMatchObject({ twoSided, greater, less });
      }),
    );
  });
});
