import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostLengths, nextLength, type TriedLength } from "./next-length";

/** Tries until nothing is left to try, with a skill that needs at least so many characters. */
function search(from: number, target: number, needed: number) {
  const tried: TriedLength[] = [];
  for (;;) {
    const length = nextLength({ from, target, tried });
    if (length === null) return tried;
    tried.push({ length, holds: length >= needed });
  }
}

const shortest = (tried: readonly TriedLength[]) =>
  Math.min(...tried.filter(({ holds }) => holds).map(({ length }) => length));

describe("the search for the shortest length", () => {
  it("ends at once where what is wanted holds", () => {
    expect(search(400, 100, 50)).toEqual([{ length: 100, holds: true }]);
  });

  it("goes half-way between what flips and what holds, until it is near", () => {
    expect(search(400, 100, 240).map(({ length }) => length)).toEqual([100, 250, 175, 212, 231]);
    expect(shortest(search(400, 100, 240))).toBe(250);
  });

  it("tries nothing where the description is short enough", () => {
    expect(search(80, 100, 1)).toEqual([]);
  });

  it("never tries more than a few, never shorter than wanted, never longer than it is", () => {
    const characters = fc.integer({ min: 1, max: 1_024 });
    fc.assert(
      fc.property(characters, characters, characters, (from, target, needed) => {
        const tried = search(from, target, needed);
        expect(tried.length).toBeLessThanOrEqual(mostLengths);
        for (const { length } of tried) {
          expect(length).toBeGreaterThanOrEqual(target);
          expect(length).toBeLessThan(from);
        }
      }),
    );
  });

  it("comes near to what is needed, where there is a way", () => {
    const tried = search(1_000, 100, 500);
    expect(shortest(tried)).toBeGreaterThanOrEqual(500);
    expect(shortest(tried)).toBeLessThanOrEqual(600);
  });
});
