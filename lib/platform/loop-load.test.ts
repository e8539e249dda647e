import { describe, expect, it } from "vitest";
import { watchLoop } from "./loop-load";

describe("how busy a thread is", () => {
  it("answers the share of the newest window that is long enough", () => {
    const use = { active: 0, idle: 0 };
    const share = watchLoop(() => use);
    Object.assign(use, { active: 100, idle: 300 });
    expect(share()).toBe(0.25);
    Object.assign(use, { active: 190, idle: 310 });
    expect(share()).toBe(0.25);
    Object.assign(use, { active: 400, idle: 400 });
    expect(share()).toBe(0.75);
  });

  it("answers 0 before there is anything to say", () => {
    expect(watchLoop(() => ({ active: 10, idle: 5 }))()).toBe(0);
  });

  it("sees a real thread work", () => {
    const share = watchLoop();
    share();
    const until = Date.now() + 300;
    while (Date.now() < until);
    expect(share()).toBeGreaterThanOrEqual(0);
    expect(share()).toBeLessThanOrEqual(1);
  });
});
