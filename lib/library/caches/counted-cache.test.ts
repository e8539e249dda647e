import { describe, expect, it } from "vitest";
import { CountedCache } from "./counted-cache";

describe("CountedCache", () => {
  it("counts hits and misses", () => {
    const cache = new CountedCache<object>({ bytes: 10_000, ttlMs: 60_000 });
    const value = { text: "a" };
    expect(cache.get("a")).toBeUndefined();
    cache.set("a", value, 10);
    expect(cache.get("a")).toBe(value);
    expect(cache.statistics()).toEqual({ hits: 1, misses: 1, evictions: 0, entries: 1, bytes: 220 });
  });

  it("throws out the least recently used when it is full, and never holds more than its limit", () => {
    const cache = new CountedCache<object>({ bytes: 1_000, ttlMs: 60_000 });
    for (const key of ["a", "b", "c"]) cache.set(key, { key }, 50);
    cache.get("a");
    cache.set("d", { key: "d" }, 50);
    expect(cache.get("b")).toBeUndefined();
    expect(cache.get("a")).toEqual({ key: "a" });
    const { evictions, bytes, entries } = cache.statistics();
    expect({ evictions, entries }).toEqual({ evictions: 1, entries: 3 });
    expect(bytes).toBeLessThanOrEqual(1_000);
  });

  it("does not keep what is larger than all of it", () => {
    const cache = new CountedCache<object>({ bytes: 1_000, ttlMs: 60_000 });
    cache.set("large", {}, 10_000);
    expect(cache.get("large")).toBeUndefined();
  });

  it("forgets everything when it is cleared, which counts as no eviction", () => {
    const cache = new CountedCache<object>({ bytes: 1_000, ttlMs: 60_000 });
    cache.set("a", {}, 10);
    cache.clear();
    expect(cache.statistics()).toMatchObject({ evictions: 0, entries: 0, bytes: 0 });
  });
});
