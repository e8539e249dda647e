import { expect, it } from "vitest";
import { largestInteger, rowNumber, rowNumberInAddress } from "./row-number";

it("counts from 1 to what a column holds", () => {
  for (const number of [1, largestInteger]) expect(rowNumber.parse(number)).toBe(number);
  for (const wrong of [0, -1, 1.5, largestInteger + 1, "1", Number.NaN])
    expect(rowNumber.safeParse(wrong).success).toBe(false);
});

it("is read from the text of an address by the same bounds", () => {
  expect(rowNumberInAddress.parse("7")).toBe(7);
  for (const wrong of ["0", "seven", "1.5", String(largestInteger + 1)])
    expect(rowNumberInAddress.safeParse(wrong).success).toBe(false);
});
