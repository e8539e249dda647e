import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Copy, decideCopies, type Given } from "./decide-copies";

const copy = (here: number, there: number | number[], withdrawn: Copy["withdrawn"] = null): Copy => ({
  versionId: `v${here}`,
  here,
  there: [there].flat(),
  withdrawn,
});
const given = (gives: number | null, ...standing: number[]): Given => ({
  gives,
  standing: new Set(standing),
});
const nothing = { withdraw: [], reinstate: [], take: null };

describe("decideCopies", () => {
  it("takes what is shared first, and what is shared then", () => {
    expect(decideCopies(given(2, 1, 2), [])).toEqual({ ...nothing, take: 2 });
    expect(decideCopies(given(2, 1, 2), [copy(1, 2)])).toEqual(nothing);
    expect(decideCopies(given(3, 1, 2, 3), [copy(1, 2)])).toEqual({ ...nothing, take: 3 });
  });

  it("takes an older version again where the label went back to it", () => {
    const copies = [copy(1, 2), copy(2, 3)];
    expect(decideCopies(given(2, 1, 2, 3), copies)).toEqual({ ...nothing, take: 2 });
    expect(decideCopies(given(2, 1, 2, 3), [...copies, copy(3, 2)])).toEqual(nothing);
  });

  it("withdraws the copy of what was withdrawn, and falls back on what is given in its place", () => {
    const copies = [copy(1, 1), copy(2, 2)];
    expect(decideCopies(given(1, 1), copies)).toEqual({ ...nothing, withdraw: ["v2"] });
    expect(decideCopies(given(1, 1), [copy(2, 2)])).toEqual({ ...nothing, withdraw: ["v2"], take: 1 });
  });

  it("gives back what is given back there, and nothing that somebody here withdrew", () => {
    expect(decideCopies(given(2, 1, 2), [copy(1, 1), copy(2, 2, "spread")])).toEqual({
      ...nothing,
      reinstate: ["v2"],
    });
    expect(decideCopies(given(2, 1, 2), [copy(1, 1), copy(2, 2, "here")])).toEqual(nothing);
  });

  it("takes everything out of use where nothing is shared", () => {
    const copies = [copy(1, 1), copy(2, 2, "here"), copy(3, 3, "spread")];
    expect(decideCopies(given(null, 1, 2, 3), copies)).toEqual({ ...nothing, withdraw: ["v1"] });
  });

  it("keeps a copy in use as long as one version with its bytes stands", () => {
    expect(decideCopies(given(3, 3), [copy(1, [1, 3])])).toEqual(nothing);
    expect(decideCopies(given(null), [copy(1, [1, 3])])).toEqual({ ...nothing, withdraw: ["v1"] });
  });

  it("has nothing to do once it was done, and leaves nothing in use that is not given, whatever came before", () => {
    const number = fc.integer({ min: 1, max: 5 });
    const standing = fc.uniqueArray(number);
    const copies = fc
      .array(fc.tuple(number, fc.constantFrom(null, "here" as const, "spread" as const)))
      .map((rows) => rows.map(([there, withdrawn], at) => copy(at + 1, there, withdrawn)));
    fc.assert(
      fc.property(standing, fc.nat(), copies, (numbers, at, before) => {
        const gives = numbers.length === 0 ? null : (numbers[at % numbers.length] ?? null);
        const what = given(gives, ...numbers);
        const steps = decideCopies(what, before);
        const after = before.map((one) => ({
          ...one,
          withdrawn: steps.withdraw.includes(one.versionId)
            ? ("spread" as const)
            : steps.reinstate.includes(one.versionId)
              ? null
              : one.withdrawn,
        }));
        if (steps.take !== null) after.push(copy(before.length + 1, steps.take));
        expect(decideCopies(what, after)).toEqual(nothing);
        for (const { withdrawn, there } of after)
          if (withdrawn === null)
            expect(gives !== null && there.some((one) => numbers.includes(one))).toBe(true);
      }),
    );
  });
});
