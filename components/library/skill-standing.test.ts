import { describe, expect, it } from "vitest";
import { newestVersion, worstFindings } from "./skill-standing";

describe("worstFindings", () => {
  const worst = (errorCount: number, blockingCount: number, warningCount: number) =>
    worstFindings({ errorCount, blockingCount, warningCount });

  it("says nothing of a clean skill", () => {
    expect(worst(0, 0, 0)).toBeNull();
  });

  it("names the worst and counts the others", () => {
    expect(worst(1, 0, 2)).toEqual({
      severity: "error",
      text: "1 error",
      others: { count: 2, text: "2 warnings" },
    });
    expect(worst(0, 1, 1)).toMatchObject({ severity: "error", text: "1 blocking" });
    expect(worst(0, 0, 3)).toEqual({ severity: "warning", text: "3 warnings", others: null });
  });
});

describe("newestVersion", () => {
  it("has nothing to say before the first publish", () => {
    expect(newestVersion({ latestVersion: null, labels: [] })).toBeNull();
  });

  it("prefers the label on the newest version", () => {
    const labels = [
      { name: "staging", version: 11 },
      { name: "production", version: 9 },
    ];
    expect(newestVersion({ latestVersion: 11, labels })).toEqual({
      number: 11,
      label: "staging",
      others: { count: 1, text: "production is v9" },
    });
  });

  it("calls an unlabelled newest version latest", () => {
    expect(newestVersion({ latestVersion: 2, labels: [] })).toMatchObject({ label: "latest", others: null });
  });
});
