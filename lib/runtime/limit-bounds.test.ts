import { describe, expect, it } from "vitest";
import { isSettableLimit, limitBounds, limitsInForce, mostAllowed, settableLimits } from "./limit-bounds";
import { runtimeLimits } from "./limits";

describe("limitsInForce", () => {
  it("are the usual ones where nobody says otherwise, and these lie within their bounds", () => {
    expect(limitsInForce()).toEqual(runtimeLimits);
    for (const limit of settableLimits) {
      expect(runtimeLimits[limit]).toBeGreaterThanOrEqual(limitBounds[limit].least);
      expect(runtimeLimits[limit]).toBeLessThanOrEqual(limitBounds[limit].most);
    }
  });

  it("takes the workspace's, larger or smaller, and leaves Greenroom's own alone", () => {
    const limits = limitsInForce({ readBytes: 200_000, autoSkills: 3 });
    expect(limits).toEqual({ ...runtimeLimits, readBytes: 200_000, autoSkills: 3 });
  });

  it("never gives more than the operator allows, of the usual ones neither", () => {
    expect(limitsInForce({ readBytes: 200_000 }, { readBytes: 50_000 }).readBytes).toBe(50_000);
    expect(limitsInForce({}, { readBytes: 50_000 }).readBytes).toBe(50_000);
    expect(limitsInForce({ readBytes: 10_000 }, { readBytes: 50_000 }).readBytes).toBe(10_000);
  });
});

it("allows no operator more than is possible, and knows which limits can be set", () => {
  expect(mostAllowed("pageSkills", { pageSkills: 9_000 })).toBe(limitBounds.pageSkills.most);
  expect(mostAllowed("pageSkills")).toBe(500);
  expect([isSettableLimit("readBytes"), isSettableLimit("toolInputBytes")]).toEqual([true, false]);
});
