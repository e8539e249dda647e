import { expect, it } from "vitest";
import { monthOf } from "./month";

it("is the calendar month that a moment lies in, UTC", () => {
  expect(monthOf(new Date("2026-11-30T23:59:59.999Z"))).toEqual({
    key: "2026-11",
    name: "November 2026",
    from: new Date("2026-11-01T00:00:00Z"),
    until: new Date("2026-12-01T00:00:00Z"),
  });
});

it("ends with the year", () => {
  expect(monthOf(new Date("2026-12-31T12:00:00+14:00"))).toMatchObject({
    key: "2026-12",
    until: new Date("2027-01-01T00:00:00Z"),
  });
});
