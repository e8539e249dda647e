import { expect, it } from "vitest";
import { isIdle, isLeased } from "./lease";

const now = new Date("2026-11-28T08:00:00Z");
const later = (ms: number) => ({ leaseUntil: new Date(now.getTime() + ms) });

it("holds until its moment, and not at it", () => {
  expect([{ leaseUntil: null }, later(-1), later(0), later(1)].map((row) => isLeased(row, now))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it("asks the database for what nobody holds", () => {
  expect(isIdle(now)).toEqual({ OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }] });
});
