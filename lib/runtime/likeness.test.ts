import { describe, expect, it } from "vitest";
import { likenessOf, type MeaningVector, packVector, standingOut } from "./likeness";

const packed = (...numbers: number[]): MeaningVector => packVector(numbers) ?? new Int8Array(0);

describe("packVector", () => {
  it("keeps the direction, whatever the length", () => {
    expect([...packed(0.5, -1, 0)]).toEqual([64, -127, 0]);
    expect(packed(5, -10, 0)).toEqual(packed(0.5, -1, 0));
  });

  it.each([[[0, 0]], [[]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY, 1]]])("refuses %s", (numbers) => {
    expect(packVector(numbers)).toBeNull();
  });
});

describe("likenessOf", () => {
  it("is the cosine: the same, across, opposite", () => {
    expect(likenessOf(packed(1, 2), packed(2, 4))).toBe(1);
    expect(likenessOf(packed(1, 0), packed(0, 3))).toBe(0);
    expect(likenessOf(packed(1, 1), packed(-1, -1))).toBe(-1);
  });

  it("is within a hundredth of what whole numbers would give", () => {
    const [left, right] = [
      [0.12, -0.7, 0.33, 0.41],
      [0.2, -0.5, 0.1, 0.9],
    ];
    const dot = (a: readonly number[] = [], b: readonly number[] = []) =>
      a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
    const exact = dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
    const got = likenessOf(packed(...(left ?? [])), packed(...(right ?? [])));
    expect(Math.abs((got ?? 0) - exact)).toBeLessThan(0.01);
  });

  it("says nothing of vectors of different models, or without a direction", () => {
    expect(likenessOf(packed(1, 0), packed(1, 0, 0))).toBeNull();
    expect(likenessOf(packed(1, 0), new Int8Array(2))).toBeNull();
  });
});

describe("standingOut", () => {
  const likeness = new Map([
    ["a", 0.2],
    ["b", 0.9],
    ["c", 0.22],
    ["d", 0.7],
    ["e", 0.18],
  ]);

  it("takes those far above the average, the most alike first, however high the average is", () => {
    const names = (all: typeof likeness) =>
      standingOut(all, { deviations: 0.5, most: 5 }).map(({ skillId }) => skillId);
    expect(names(likeness)).toEqual(["b", "d"]);
    expect(names(new Map([...likeness].map(([id, value]) => [id, 0.7 + value / 10])))).toEqual(["b", "d"]);
  });

  it("takes no more than it is told to, and nothing of nothing", () => {
    expect(standingOut(likeness, { deviations: 0.5, most: 1 })).toEqual([{ skillId: "b", likeness: 0.9 }]);
    expect(standingOut(new Map(), { deviations: 1, most: 5 })).toEqual([]);
  });

  it("takes all where none stands out, and the only one", () => {
    const same = new Map([
      ["a", 0.3],
      ["b", 0.3],
    ]);
    expect(standingOut(same, { deviations: 1, most: 5 })).toHaveLength(2);
    expect(standingOut(new Map([["a", 0.1]]), { deviations: 1, most: 5 })).toHaveLength(1);
  });
});
