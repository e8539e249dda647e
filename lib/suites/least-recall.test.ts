import { expect, it } from "vitest";
import { wilsonInterval } from "@/lib/statistics/wilson-interval";
import { leastRecall } from "./least-recall";

it("is reached by six of ten cases as a whole interval, and not by five", () => {
  expect(wilsonInterval(6, 10)?.low).toBeGreaterThanOrEqual(leastRecall);
  expect(wilsonInterval(5, 10)?.low).toBeLessThan(leastRecall);
});
