import { expect, it } from "vitest";
import { guessLimits } from "@/lib/auth/guess-limits";
import { retention } from "./retention";

it("remembers guesses no shorter than their windows and waits", () => {
  const times = Object.values(guessLimits).flatMap((scopes) =>
    Object.values(scopes).flatMap(({ windowMs, longestWaitMs }) => [windowMs, longestWaitMs]),
  );
  expect(times.length).toBeGreaterThan(4);
  expect(Math.max(...times)).toBeLessThanOrEqual(retention.guessMs);
});

it("keeps a report of an import longer than what was uploaded for it", () => {
  expect(retention.importReportMs).toBeGreaterThan(retention.stagedImportMs);
});
