import { describe, expect, it } from "vitest";
import { RateBuckets } from "./rate-buckets";

function aLimit() {
  let now = 1_000;
  const buckets = new RateBuckets({ burst: 3, perSecond: 2 }, () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { buckets, pass };
}

describe("RateBuckets", () => {
  it("lets so many through at once, then says how long until the next one", () => {
    const { buckets, pass } = aLimit();
    expect([1, 2, 3].map(() => buckets.take("a"))).toEqual([0, 0, 0]);
    expect(buckets.take("a")).toBe(500);
    pass(499);
    expect(buckets.take("a")).toBeCloseTo(1);
    pass(1);
    expect(buckets.take("a")).toBe(0);
    expect(buckets.take("a")).toBe(500);
  });

  it("fills again while nobody asks, and never holds more than at first", () => {
    const { buckets, pass } = aLimit();
    for (let count = 0; count < 3; count += 1) buckets.take("a");
    pass(3_600_000);
    expect([1, 2, 3, 4].map(() => buckets.take("a"))).toEqual([0, 0, 0, 500]);
  });

  it("takes nothing from one for another", () => {
    const { buckets } = aLimit();
    for (let count = 0; count < 9; count += 1) buckets.take("a");
    expect(buckets.wait("a")).toBe(500);
    expect(buckets.take("b")).toBe(0);
  });

  it("says the wait without taking any", () => {
    const { buckets } = aLimit();
    for (let count = 0; count < 9; count += 1) expect(buckets.wait("a")).toBe(0);
    expect(buckets.has("a")).toBe(false);
    expect(buckets.take("a")).toBe(0);
    expect(buckets.has("a")).toBe(true);
    buckets.forget("a");
    expect(buckets.has("a")).toBe(false);
  });

  it("knows only so many, those who asked last", () => {
    const { buckets } = aLimit();
    for (let count = 0; count < 3; count += 1) buckets.take("first");
    for (let count = 0; count < 20_000; count += 1) buckets.take(`other ${count}`);
    expect(buckets.take("first")).toBe(0);
    expect(buckets.has("other 19999")).toBe(true);
  });
});
