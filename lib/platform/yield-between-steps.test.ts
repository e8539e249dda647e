import { describe, expect, it } from "vitest";
import { createBreathe, inSteps } from "./yield-between-steps";

/** Keeps the thread for so many milliseconds. */
function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

function* work(steps: number, milliseconds: number, begun: () => void = () => {}) {
  for (let step = 0; step < steps; step += 1) {
    begun();
    busy(milliseconds);
    yield;
  }
  return steps;
}

describe("long work", () => {
  it("answers what its steps come to", async () => {
    expect(await inSteps(work(5, 0))).toBe(5);
    expect(await Promise.all([inSteps(work(4, 9)), inSteps(work(3, 9))])).toEqual([4, 3]);
  });

  it("lets others through between two pieces, one piece at a time however much of it there is", async () => {
    let pieces = 0;
    const count = () => (pieces += 1);
    const all = Promise.all(Array.from({ length: 6 }, () => inSteps(work(9, 9, count))));
    const between: number[] = [];
    let known = pieces;
    const stop = { now: false };
    const watch = async () => {
      while (!stop.now) {
        await new Promise((resolve) => setImmediate(resolve));
        between.push(pieces - known);
        known = pieces;
      }
    };
    const watching = watch();
    await all;
    stop.now = true;
    await watching;
    expect(pieces).toBe(54);
    // The first pieces of each stand in no line: whoever has little to do is soon done.
    expect(Math.max(...between.slice(0, 3))).toBeGreaterThan(1);
    expect(Math.max(...between.slice(-18))).toBe(1);
  });

  it("waits while others have work, and not for ever", async () => {
    const breathe = createBreathe();
    for (let piece = 0; piece < 5; piece += 1) {
      if (piece > 0) await breathe();
      busy(9);
    }
    let turns = 0;
    let isWaiting = true;
    const others = async () => {
      while (isWaiting) {
        await new Promise((resolve) => setImmediate(resolve));
        busy(3);
        turns += 1;
      }
    };
    const running = others();
    await breathe();
    isWaiting = false;
    await running;
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(turns).toBeLessThan(12);
  });

  it("is not held up at all before its piece of time is over", async () => {
    const breathe = createBreathe();
    let others = 0;
    setImmediate(() => (others += 1));
    await breathe();
    expect(others).toBe(0);
  });
});
