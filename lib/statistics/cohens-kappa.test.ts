import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohensKappa, kappaInterval, type LabelPair } from "./cohens-kappa";

const pairs = (count: number, person: string, judge: string) =>
  new Array<LabelPair<string>>(count).fill({ person, judge });
const table = (yesYes: number, yesNo: number, noYes: number, noNo: number) => [
  ...pairs(yesYes, "yes", "yes"),
  ...pairs(yesNo, "yes", "no"),
  ...pairs(noYes, "no", "yes"),
  ...pairs(noNo, "no", "no"),
];

describe("cohensKappa", () => {
  it.each([
    // Often printed examples; the second and third agree on 60 of 100 alike.
    [20, 5, 10, 15, 0.4],
    [45, 15, 25, 15, 0.1304],
    [25, 35, 5, 35, 0.2593],
    // Feinstein and Cicchetti 1990: 85 % agreement, and kappa falls from .70 to .32 with the base rate.
    [40, 9, 6, 45, 0.7],
    [80, 10, 5, 5, 0.32],
  ])("of %i, %i, %i and %i is the published %f", (yesYes, yesNo, noYes, noNo, kappa) => {
    expect(cohensKappa(table(yesYes, yesNo, noYes, noNo)).kappa).toBeCloseTo(kappa, kappa < 0.3 ? 4 : 2);
  });

  it("carries the base rate of each label on either side", () => {
    const { baseRates, observed, expected } = cohensKappa(table(80, 10, 5, 5));
    expect(baseRates).toEqual([
      { label: "no", person: 0.1, judge: 0.15 },
      { label: "yes", person: 0.9, judge: 0.85 },
    ]);
    expect(observed).toBeCloseTo(0.85, 12);
    expect(expected).toBeCloseTo(0.78, 12);
  });

  it("is not defined without cases, or where both sides know one label only", () => {
    expect(cohensKappa([])).toEqual({
      cases: 0,
      observed: null,
      expected: null,
      kappa: null,
      undefinedBecause: "no cases",
      baseRates: [],
    });
    expect(cohensKappa(pairs(40, "yes", "yes"))).toMatchObject({
      cases: 40,
      observed: 1,
      kappa: null,
      undefinedBecause: "one label only",
      baseRates: [{ label: "yes", person: 1, judge: 1 }],
    });
  });

  it("is 0 for a judge that always says the same, however often that is right", () => {
    expect(cohensKappa(table(95, 0, 5, 0))).toMatchObject({ kappa: 0, undefinedBecause: null });
  });

  it("takes more than two labels", () => {
    const three = [
      ...pairs(5, "a", "a"),
      ...pairs(5, "b", "b"),
      ...pairs(5, "tie", "tie"),
      ...pairs(3, "a", "tie"),
    ];
    expect(cohensKappa(three).kappa).toBeCloseTo(165 / 219, 10);
  });

  it("is at most 1, the same from either side, and 1 only for agreement throughout", () => {
    const label = fc.constantFrom("a", "b", "tie");
    fc.assert(
      fc.property(fc.array(fc.record({ person: label, judge: label }), { minLength: 1 }), (labelled) => {
        const { kappa, observed } = cohensKappa(labelled);
        const swapped = cohensKappa(labelled.map(({ person, judge }) => ({ person: judge, judge: person })));
        expect(swapped.kappa === null).toBe(kappa === null);
        if (kappa === null || swapped.kappa === null) return;
        expect(swapped.kappa).toBeCloseTo(kappa, 12);
        expect(kappa).toBeLessThanOrEqual(1);
        expect(kappa >= 1 - 1e-12).toBe(observed === 1);
      }),
    );
  });
});

describe("the interval of a kappa", () => {
  it("is the large-sample one, within -1 and 1", () => {
    const pairs = [
      ...Array.from({ length: 45 }, () => ({ person: "a", judge: "a" })),
      ...Array.from({ length: 15 }, () => ({ person: "a", judge: "b" })),
      ...Array.from({ length: 25 }, () => ({ person: "b", judge: "a" })),
      ...Array.from({ length: 15 }, () => ({ person: "b", judge: "b" })),
    ];
    // po = 0.6, pe = 0.54: kappa = 0.1304, error = sqrt(0.24 / 100) / 0.46
    const interval = kappaInterval(cohensKappa(pairs));
    expect(interval?.low).toBeCloseTo(-0.0783, 3);
    expect(interval?.high).toBeCloseTo(0.3391, 3);
    const perfect = kappaInterval(cohensKappa([pairs[0], pairs[99]].filter((pair) => pair !== undefined)));
    expect(perfect).toEqual({ low: 1, high: 1 });
  });

  it("is none without a kappa", () => {
    expect(kappaInterval(cohensKappa([]))).toBeNull();
    expect(kappaInterval(cohensKappa([{ person: "a", judge: "a" }]))).toBeNull();
  });
});
