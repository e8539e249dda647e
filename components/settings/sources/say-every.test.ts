import { expect, it } from "vitest";
import { sayEvery } from "./say-every";

it.each([
  [15, "Every 15 minutes"],
  [60, "Every hour"],
  [360, "Every 6 hours"],
  [1_440, "Every day"],
  [2_880, "Every 2 days"],
])("says %d minutes as %s", (minutes, words) => {
  expect(sayEvery(minutes)).toBe(words);
});
