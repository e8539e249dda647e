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
