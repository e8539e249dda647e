import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RunTimer } from "./run-timer";

describe("a run's time", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is up after its limit, and not before", () => {
    const timer = new RunTimer(1_000, () => Date.now());
    vi.advanceTimersByTime(999);
    expect(timer.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(timer.signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  it("does not pass while a person is waited for", async () => {
    const timer = new RunTimer(1_000, () => Date.now());
    vi.advanceTimersByTime(600);
    const waited = timer.pauseWhile(() => new Promise((resolve) => setTimeout(resolve, 60_000)));
    await vi.advanceTimersByTimeAsync(60_000);
    await waited;
    await vi.advanceTimersByTimeAsync(399);
    expect(timer.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(timer.signal.aborted).toBe(true);
  });

  it("does nothing any more when the run has ended", () => {
    const timer = new RunTimer(1_000, () => Date.now());
    timer.stop();
    timer.stop();
    vi.advanceTimersByTime(5_000);
    expect(timer.signal.aborted).toBe(false);
  });
});
