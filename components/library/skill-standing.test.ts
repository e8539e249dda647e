import { describe, expect, it } from "vitest";
import { labelPlaces, worstFindings } from "./skill-standing";

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

describe("labelPlaces", () => {
  it("has nothing to say before the first publish", () => {
    expect(labelPlaces({ latestVersion: null, labels: [] })).toBeNull();
  });

  it("puts a label before latest, so that nobody reads production as the newest version", () => {
    const labels = [{ name: "production", version: 1 }];
    expect(labelPlaces({ latestVersion: 2, labels })).toEqual({
      first: { label: "production", version: 1 },
      latest: { label: "latest", version: 2 },
      others: null,
    });
  });

  it("says latest once where a label stands for the newest version", () => {
    const labels = [{ name: "stable", version: 2 }];
    expect(labelPlaces({ latestVersion: 2, labels })).toMatchObject({ latest: null });
  });

  it("puts production first, and counts the others", () => {
    const labels = [
      { name: "staging", version: 11 },
      { name: "production", version: 9 },
    ];
    expect(labelPlaces({ latestVersion: 11, labels })).toEqual({
      first: { label: "production", version: 9 },
      latest: { label: "latest", version: 11 },
      others: { count: 1, text: "staging is v11" },
    });
  });

  it("calls an unlabelled version latest", () => {
    expect(labelPlaces({ latestVersion: 2, labels: [] })).toEqual({
      first: { label: "latest", version: 2 },
      latest: null,
      others: null,
    });
  });
});
