import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitThreshold, formatScore, judgeFit, toScale } from "./judge-fit";

const ranked = (...scores: number[]) => scores.map((score, at) => ({ name: `skill-${at}`, score }));

describe("toScale", () => {
  it("puts what fits at one half, nothing at 0, and never reaches 1", () => {
    expect(toScale(4)).toBe(fitThreshold);
    expect(toScale(0)).toBe(0);
    expect(toScale(10_000)).toBeLessThan(1);
  });

  it("keeps the order, stays in range and never rounds up to the threshold", () => {
    const points = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(points, points, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(toScale(low)).toBeLessThanOrEqual(toScale(high));
        expect(toScale(high)).toBeLessThan(1);
        expect(toScale(high) >= fitThreshold).toBe(high >= 4);
        expect(Number(formatScore(toScale(high))) >= fitThreshold).toBe(high >= 4);
      }),
    );
  });
});

describe("formatScore", () => {
  it.each([
    [0.5, "0.50"],
    [0.499, "0.49"],
    [0.29, "0.29"],
    [0, "0.00"],
  ])("writes %d as %s", (score, text) => expect(formatScore(score)).toBe(text));
});

describe("judgeFit", () => {
  it("takes the best that reaches the threshold and leads", () => {
    expect(judgeFit(ranked(0.63, 0.4))).toMatchObject({ kind: "fits", best: { score: 0.63 } });
    expect(judgeFit(ranked(0.5))).toMatchObject({ kind: "fits", next: null });
  });

  it("takes none below the threshold, and names the nearest", () => {
    expect(judgeFit(ranked(0.499, 0.1))).toEqual({ kind: "below", best: { name: "skill-0", score: 0.499 } });
    expect(judgeFit([])).toEqual({ kind: "below", best: null });
  });

  it("takes none of two that fit about equally well", () => {
    expect(judgeFit(ranked(toScale(8), toScale(7.5)))).toMatchObject({ kind: "tie" });
    expect(judgeFit(ranked(toScale(8), toScale(6)))).toMatchObject({ kind: "fits" });
  });
});
