import { expect, it } from "vitest";
import { formatCount, formatNumber } from "./format-count";

it("groups digits by thousands", () => {
  expect([0, 999, 1_204, 1_000_000].map(formatNumber)).toEqual(["0", "999", "1,204", "1,000,000"]);
});

it("uses the singular for one alone", () => {
  expect([0, 1, 2].map((count) => formatCount(count, "skill"))).toEqual(["0 skills", "1 skill", "2 skills"]);
  expect(formatCount(1_204, "entry", "entries")).toBe("1,204 entries");
});
