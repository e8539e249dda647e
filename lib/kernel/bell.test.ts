import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Bell } from "./bell";

const longMs = 60_000;

describe("a bell", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("wakes whoever waits, at once", async () => {
    const bell = new Bell();
    const waiting = bell.wait(longMs);
    bell.ring();
    expect(await waiting).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps a ring that came while nobody waited, once", async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    expect(await bell.wait(longMs)).toBe(true);
    const again = bell.wait(longMs);
    await vi.advanceTimersByTimeAsync(longMs);
    expect(await again).toBe(false);
  });

  it("says that nothing came when the time is over", async () => {
    const waiting = new Bell().wait(longMs);
    await vi.advanceTimersByTimeAsync(longMs - 1);
    let isOver = false;
    void waiting.then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBe(false);
  });

  it("may have rung from the beginning", async () => {
    expect(await new Bell(true).wait(longMs)).toBe(true);
  });

  it("forgets what was read otherwise", async () => {
    const bell = new Bell(true);
    bell.forget();
    const waiting = bell.wait(longMs);
    await vi.advanceTimersByTimeAsync(longMs);
    expect(await waiting).toBe(false);
  });
});
