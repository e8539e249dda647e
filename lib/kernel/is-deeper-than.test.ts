import { describe, expect, it } from "vitest";
import { isDeeperThan } from "./is-deeper-than";

const nested = (levels: number): unknown =>
  JSON.parse(`${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`);

describe("isDeeperThan", () => {
  it("counts arrays and objects around each other", () => {
    expect(isDeeperThan("text", 0)).toBe(false);
    expect(isDeeperThan([], 0)).toBe(true);
    expect(isDeeperThan(nested(10), 10)).toBe(false);
    expect(isDeeperThan([1, { b: nested(10) }], 11)).toBe(true);
  });

  it("answers for any depth", () => {
    expect(isDeeperThan(nested(1_000_000), 200)).toBe(true);
  });
});
