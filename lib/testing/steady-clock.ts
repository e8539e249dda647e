import { afterEach, beforeEach, vi } from "vitest";

const stepMs = 30_000;

/**
 * Holds the clock of this process in the middle of the present half minute for each test: the code of "now" stays the
 * same however long a busy machine takes. Timers go on, and so does the database's own clock.
 */
export function holdClockInStep(): void {
  beforeEach(() => {
    const now = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2;
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
