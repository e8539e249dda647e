import { describe, expect, it } from "vitest";
import { amongTried, fewestCredibleGains, isCredibleAmong } from "./credible-gain";

describe("a gain of one of several that were tried", () => {
  it("has its p-value times how many were tried, and never more than 1", () => {
    expect([amongTried(0.01, 1), amongTried(0.01, 3), amongTried(0.6, 3)]).toEqual([0.01, 0.03, 1]);
    expect(amongTried(0.01, 0)).toBe(0.01);
  });

  it("is credible up to 5 % of that", () => {
    expect(isCredibleAmong(0.05, 1)).toBe(true);
    expect(isCredibleAmong(0.05, 2)).toBe(false);
  });

  it.each([
    [1, 5],
    [2, 6],
    [3, 6],
    [4, 7],
    [5, 7],
  ])("of %i tried needs %i gained cases and no lost one", (tried, gains) => {
    expect(fewestCredibleGains(tried)).toBe(gains);
  });

  it("is asked of a number of tries that there is", () => {
    expect(() => fewestCredibleGains(1.5)).toThrow(RangeError);
  });
});
