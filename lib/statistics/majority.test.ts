import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Direction, directionOf, isMostlyRight, majorityDirection } from "./majority";

const direction = fc.constantFrom<Direction>("win", "tie", "loss");
const mirror = { win: "loss", tie: "tie", loss: "win" } as const;

describe("directionOf", () => {
  it.each([
    [3, "win"],
    [0.001, "win"],
    [0, "tie"],
    [-0, "tie"],
    [-7, "loss"],
    [Number.POSITIVE_INFINITY, "win"],
  ])("of %f is a %s", (difference, expected) => {
    expect(directionOf(difference)).toBe(expected);
  });

  it("is refused for what is not a number", () => {
    expect(() => directionOf(Number.NaN)).toThrow(RangeError);
  });

  it("does not know how large the difference was", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.double({ min: 0.5, max: 1000, noNaN: true }),
        (value, factor) => {
          fc.pre(value === 0 || value * factor !== 0);
          expect(directionOf(value * factor)).toBe(directionOf(value));
        },
      ),
    );
  });
});

describe("majorityDirection", () => {
  it.each<[Direction[], Direction | null]>([
    [[], null],
    [["win"], "win"],
    [["win", "win", "loss"], "win"],
    [["win", "loss"], "tie"],
    [["win", "tie"], "tie"],
    [["win", "tie", "tie"], "tie"],
    [["win", "win", "tie", "loss"], "tie"],
    [["loss", "loss", "loss", "win", "win"], "loss"],
    [["win", "tie", "loss"], "tie"],
  ])("of %j is %s", (repeats, expected) => {
    expect(majorityDirection(repeats)).toBe(expected);
  });

  it("favours neither side, and goes by no order", () => {
    fc.assert(
      fc.property(fc.array(direction, { maxLength: 21 }), (repeats) => {
        const found = majorityDirection(repeats);
        expect(majorityDirection([...repeats].reverse())).toBe(found);
        expect(majorityDirection(repeats.map((one) => mirror[one]))).toBe(found && mirror[found]);
      }),
    );
  });
});

describe("isMostlyRight", () => {
  it.each([
    [0, 0, null],
    [1, 1, true],
    [0, 1, false],
    [1, 2, false],
    [2, 3, true],
    [2, 4, false],
  ])("of %i of %i is %s", (right, valid, expected) => {
    expect(isMostlyRight({ right, valid })).toBe(expected);
  });

  it("refuses more right repeats than there are", () => {
    expect(() => isMostlyRight({ right: 3, valid: 2 })).toThrow(RangeError);
  });
});
