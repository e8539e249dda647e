import { expect, it } from "vitest";
import { countsOf, daysOf, dayWords, ticksOf } from "./plot-days";

it("has every day of a period, over the end of a month too", () => {
  expect(daysOf({ from: "2026-10-30", through: "2026-11-01" })).toEqual([
    "2026-10-30",
    "2026-10-31",
    "2026-11-01",
  ]);
  expect(daysOf({ from: "2026-11-02", through: "2026-11-01" })).toEqual([]);
});

it("counts one outcome by day, 0 where nothing happened", () => {
  const days = [
    { day: "2026-11-02", outcome: "activated" as const, count: 2 },
    { day: "2026-11-02", outcome: "refused" as const, count: 9 },
  ];
  expect(countsOf({ days }, "activated", ["2026-11-01", "2026-11-02"])).toEqual([0, 2]);
});

it("writes a day, and at most five of them below a plot", () => {
  expect(dayWords("2026-11-05")).toBe("5 Nov");
  const year = daysOf({ from: "2025-11-27", through: "2026-11-27" });
  expect(ticksOf(year)).toHaveLength(5);
  expect([ticksOf(year)[0], ticksOf(year)[4]]).toEqual(["2025-11-27", "2026-11-27"]);
  expect(ticksOf(["2026-11-05"])).toEqual(["2026-11-05"]);
});
