import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RunLog, renewalMs } from "@/lib/sessions/adapters/run-log";
import { keepRunning, leaseHolder, runEnded } from "./running-runs";

vi.mock("@/lib/db/bus", () => ({ subscribe: () => () => {} }));

let count = 0;
/** A run that works until it is told to stop. */
function aRun(renewLease: () => Promise<{ held: boolean; stopRequested: boolean }>) {
  count += 1;
  const runId = `run-${count}`;
  const log = { place: { runId }, renewLease: vi.fn(renewLease) };
  let given: AbortSignal | undefined;
  keepRunning(log as unknown as RunLog, (signal) => {
    given = signal;
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  const signal = () => {
    if (!given) throw new Error("The run was not begun.");
    return given;
  };
  return { runId, signal, renewLease: log.renewLease };
}

describe("keepRunning", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("renews the lease until a stop is asked for, also when the notification of it was lost", async () => {
    let stopRequested = false;
    const { runId, renewLease } = aRun(async () => ({ held: true, stopRequested }));
    await vi.advanceTimersByTimeAsync(3 * renewalMs);
    expect(renewLease).toHaveBeenCalledTimes(3);
    stopRequested = true;
    await vi.advanceTimersByTimeAsync(renewalMs);
    await runEnded(runId);
    await vi.advanceTimersByTimeAsync(3 * renewalMs);
    expect(renewLease).toHaveBeenCalledTimes(4);
  });

  it("stops when another server has taken the run for dead", async () => {
    const { runId, signal, renewLease } = aRun(async () => ({ held: false, stopRequested: false }));
    await vi.advanceTimersByTimeAsync(renewalMs - 1);
    expect(signal().aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal().aborted).toBe(true);
    expect(signal().reason).toMatchObject({ name: "AbortError" });
    await runEnded(runId);
    await vi.advanceTimersByTimeAsync(3 * renewalMs);
    expect(renewLease).toHaveBeenCalledTimes(1);
  });

  it("goes on when a renewal fails, and tries again", async () => {
    let attempts = 0;
    const { runId } = aRun(async () => {
      attempts += 1;
      if (attempts < 3) throw new Error("the database is away");
      return { held: false, stopRequested: false };
    });
    await vi.advanceTimersByTimeAsync(3 * renewalMs);
    await runEnded(runId);
    expect(attempts).toBe(3);
  });

  it("names the process the same way every time, and knows nothing of other runs", async () => {
    expect(leaseHolder()).toBe(leaseHolder());
    await expect(runEnded("somebody else's")).resolves.toBeUndefined();
  });
});
