import { describe, expect, it } from "vitest";
import { createRestartLimit } from "./restart-limit.mjs";

describe("createRestartLimit", () => {
  it("lets it start five times in five minutes, with a pause that doubles, and then no more", () => {
    const { next } = createRestartLimit({ now: () => 0 });
    expect(Array.from({ length: 7 }, next)).toEqual([250, 500, 1_000, 2_000, 4_000, null, null]);
  });

  it("forgets deaths that are longer ago than the window", () => {
    let now = 0;
    const { next } = createRestartLimit({ limit: 2, windowMs: 1_000, firstPauseMs: 10, now: () => now });
    expect([next(), next()]).toEqual([10, 20]);
    now = 1_001;
    expect([next(), next(), next()]).toEqual([10, 20, null]);
  });
});
