import { describe, expect, it } from "vitest";
import { findNearest } from "./find-nearest";

describe("findNearest", () => {
  it.each([
    ["mod", "mid"],
    ["eta", "beta"],
    ["betamax", null],
    ["ZETA", null],
    ["", null],
  ])("%j means %j", (wanted, expected) => {
    expect(findNearest(wanted, ["alpha", "beta", "mid", "zeta"], 2)).toBe(expected);
  });
});
