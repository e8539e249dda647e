import { expect, it } from "vitest";
import { RequestAllowance } from "./request-allowance";

it("gives a burst, then what comes back, and says in how many seconds", () => {
  let now = 0;
  const allowance = new RequestAllowance({ burst: 3, perSecond: 2 }, () => now);
  expect([1, 2, 3, 4].map(() => allowance.take("one"))).toEqual([0, 0, 0, 1]);
  now = 400;
  expect(allowance.take("one")).toBe(1);
  now = 500;
  expect([allowance.take("one"), allowance.take("one")]).toEqual([0, 1]);
});

it("counts everybody for themselves, and never more than the burst", () => {
  let now = 0;
  const allowance = new RequestAllowance({ burst: 1, perSecond: 1 }, () => now);
  expect([allowance.take("one"), allowance.take("two")]).toEqual([0, 0]);
  now = 60_000;
  expect([allowance.take("one"), allowance.take("one")]).toEqual([0, 1]);
});

it("says a wait that is longer than a second in whole seconds", () => {
  const allowance = new RequestAllowance({ burst: 1, perSecond: 0.25 }, () => 0);
  expect([allowance.take("one"), allowance.take("one")]).toEqual([0, 4]);
});

it("says the wait without taking any, and remembers only from whom one was taken", () => {
  const allowance = new RequestAllowance({ burst: 1, perSecond: 0.5 }, () => 0);
  for (let asked = 0; asked < 3; asked += 1) expect(allowance.wait("a")).toBe(0);
  expect(allowance.has("a")).toBe(false);
  expect([allowance.take("a"), allowance.wait("a"), allowance.take("a")]).toEqual([0, 2, 2]);
  expect([allowance.has("a"), allowance.wait("b")]).toEqual([true, 0]);
  allowance.forget("a");
  expect([allowance.has("a"), allowance.take("a")]).toEqual([false, 0]);
});

it("remembers so many, those who asked last", () => {
  const allowance = new RequestAllowance({ burst: 1, perSecond: 1 }, () => 0);
  allowance.take("first");
  for (let other = 0; other < 20_000; other += 1) allowance.take(`other ${other}`);
  expect([allowance.has("first"), allowance.has("other 19999")]).toEqual([false, true]);
});
