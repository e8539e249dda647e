import { describe, expect, it } from "vitest";
import { whenTimely } from "./when-timely";

/** A loop whose timers come late by what is given, one after the other, and in time from then on. */
function aLoop(...lateMs: number[]) {
  let nowMs = 5_000;
  let timers = 0;
  const sleep = async (ms: number) => {
    nowMs += ms + (lateMs[timers] ?? 0);
    timers += 1;
  };
  return { now: () => nowMs, sleep, timers: () => timers, passedMs: () => nowMs - 5_000 };
}

describe("waiting for a loop that is free", () => {
  it("takes a second and a half where it is", async () => {
    const loop = aLoop();
    await whenTimely(60_000, loop);
    expect(loop.passedMs()).toBe(1_500);
  });

  it("counts from the last timer that came late", async () => {
    const loop = aLoop(0, 0, 4_000, 0, 51);
    await whenTimely(60_000, loop);
    expect(loop.timers()).toBe(5 + 15);
  });

  it("takes a little lateness for none", async () => {
    const loop = aLoop(...Array.from({ length: 15 }, () => 50));
    await whenTimely(60_000, loop);
    expect(loop.timers()).toBe(15);
  });

  it("waits no longer than it is told, for what never becomes free", async () => {
    const loop = aLoop(...Array.from({ length: 1_000 }, () => 400));
    await whenTimely(60_000, loop);
    expect(loop.passedMs()).toBe(60_000);
  });

  it("reads the system's clock by itself", async () => {
    await expect(whenTimely(1)).resolves.toBeUndefined();
  });
});
