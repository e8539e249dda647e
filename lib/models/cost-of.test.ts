import { describe, expect, it } from "vitest";
import { costOf } from "./cost-of";

describe("costOf", () => {
  const prices = { input: 3, output: 15, cachedInput: 0.3 };

  it("reckons in US dollars per million tokens, cached ones apart", () => {
    expect(costOf({ input: 1_000_000, output: 100_000, cached: null }, prices)).toBe(4.5);
    expect(costOf({ input: 1_000_000, output: 0, cached: 900_000 }, prices)).toBeCloseTo(0.57, 10);
  });

  it("counts cached tokens like others when they have no price", () => {
    expect(costOf({ input: 1_000_000, output: 0, cached: 900_000 }, { ...prices, cachedInput: null })).toBe(
      3,
    );
  });

  it("is not known without both prices, and nothing when both are nothing", () => {
    const tokens = { input: 10, output: 10, cached: null };
    expect(costOf(tokens, { ...prices, input: null })).toBeNull();
    expect(costOf(tokens, { ...prices, output: null })).toBeNull();
    expect(costOf(tokens, { input: 0, output: 0, cachedInput: null })).toBe(0);
  });

  it("never counts more cached tokens than there are", () => {
    expect(
      costOf({ input: 10, output: 0, cached: 99 }, { input: 1_000_000, output: 0, cachedInput: 0 }),
    ).toBe(0);
  });
});
