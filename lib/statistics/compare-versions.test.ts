import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialProbabilities } from "./binomial";
import { type ComparedCase, compareVersions } from "./compare-versions";
import type { Repeats } from "./majority";

const right: Repeats = { right: 3, valid: 3 };
const wrong: Repeats = { right: 0, valid: 3 };
const cases = (count: number, before: Repeats, after: Repeats, name = "case"): ComparedCase[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index + 1}`, before, after }));

describe("compareVersions", () => {
  it("names what was gained and lost, by the majority of the repeats", () => {
    const found = compareVersions([
      { id: "kept", before: right, after: { right: 2, valid: 3 } },
      { id: "gained", before: { right: 1, valid: 3 }, after: right },
      { id: "lost", before: right, after: { right: 1, valid: 2 } },
      { id: "never", before: wrong, after: { right: 1, valid: 3 } },
    ]);
    expect(found).toMatchObject({ gained: ["gained"], lost: ["lost"], unmeasured: [] });
    expect(found.test).toMatchObject({ bothRight: 1, gained: 1, lost: 1, bothWrong: 1 });
  });

  it.each([
    [0, 5, "worse"],
    [0, 4, "no difference shown"],
    [1, 7, "worse"],
    [2, 8, "no difference shown"],
    [5, 0, "better"],
    [4, 0, "no difference shown"],
    [0, 0, "no difference shown"],
  ])("of %i gained and %i lost says %s", (gained, lost, outcome) => {
    const all = [...cases(gained, wrong, right), ...cases(lost, right, wrong), ...cases(9, right, right)];
    expect(compareVersions(all).outcome).toBe(outcome);
  });

  it("calls up to 5 % of measurements of the same bytes better and as many worse: up to 10 % in all", () => {
    let most = 0;
    for (let decided = 1; decided <= 40; decided++) {
      const chances = binomialProbabilities(decided, 0.5);
      const chanceOf = (outcome: string) =>
        chances.reduce((sum, chance, gained) => {
          const all = [...cases(gained, wrong, right), ...cases(decided - gained, right, wrong)];
          return compareVersions(all).outcome === outcome ? sum + chance : sum;
        }, 0);
      for (const outcome of ["better", "worse"]) expect(chanceOf(outcome)).toBeLessThanOrEqual(0.05);
      most = Math.max(most, chanceOf("better") + chanceOf("worse"));
    }
    expect(most).toBeGreaterThan(0.09);
  });

  it("takes a case once, however often it was repeated", () => {
    const often: Repeats = { right: 20, valid: 20 };
    const never: Repeats = { right: 0, valid: 20 };
    expect(compareVersions(cases(4, never, often))).toMatchObject({
      outcome: "no difference shown",
      test: { gained: 4, greater: 1 / 16 },
    });
  });

  it("leaves out what one side did not measure, and says so: an outage is no loss", () => {
    const outage: Repeats = { right: 0, valid: 0 };
    const found = compareVersions([...cases(8, right, outage, "out"), ...cases(2, right, right)]);
    expect(found.unmeasured).toHaveLength(8);
    expect(found).toMatchObject({
      outcome: "no difference shown",
      lost: [],
      test: { bothRight: 2, lost: 0 },
    });
  });

  it("says the opposite when the sides are changed", () => {
    const repeats = fc.nat(3).map((count) => ({ right: count, valid: 3 }));
    const opposite = {
      better: "worse",
      worse: "better",
      "no difference shown": "no difference shown",
    } as const;
    fc.assert(
      fc.property(fc.array(fc.tuple(repeats, repeats), { maxLength: 25 }), (sides) => {
        const there = compareVersions(sides.map(([before, after], id) => ({ id: `${id}`, before, after })));
        const back = compareVersions(sides.map(([after, before], id) => ({ id: `${id}`, before, after })));
        expect(back.outcome).toBe(opposite[there.outcome]);
        expect(back.gained).toEqual(there.lost);
      }),
    );
  });
});
