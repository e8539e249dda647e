import { expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "./durations";

it("are in milliseconds", () => {
  const at = (text: string) => Date.parse(`2026-11-28T${text}Z`);
  expect(at("00:01:00") - at("00:00:00")).toBe(minuteMs);
  expect(at("01:00:00") - at("00:00:00")).toBe(hourMs);
  expect(Date.parse("2026-11-29T00:00:00Z") - at("00:00:00")).toBe(dayMs);
});
