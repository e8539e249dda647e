import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance";

const far = 1_000;
const word = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "c") });

describe("editDistance", () => {
  it.each([
    ["same", "same", 0],
    ["", "abc", 3],
    ["skill", "skil", 1],
    ["skill", "skull", 1],
    ["form", "from", 1],
    ["kitten", "sitting", 3],
  ])("of %s and %s is %i", (left, right, distance) => {
    expect(editDistance(left, right, far)).toBe(distance);
  });

  it("is the same both ways, 0 only for the same text, and never more than the longer one", () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = editDistance(left, right, far);
        expect(editDistance(right, left, far)).toBe(distance);
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });

  it("ends at the limit, and is exact below it", () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 6 }), (left, right, limit) => {
        expect(editDistance(left, right, limit)).toBe(Math.min(limit, editDistance(left, right, far)));
      }),
    );
  });
});
