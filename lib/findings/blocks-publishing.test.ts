import { describe, expect, it } from "vitest";
import { blockersAmong, blocksPublishing, shownSeverity } from "./blocks-publishing";
import { findingRules } from "./rules";

describe("blocksPublishing", () => {
  it("is what a rule says of itself, and true of no issue of the format", () => {
    const severities = ["error", "warning", "info"];
    expect(severities.filter((severity) => blocksPublishing({ severity }))).toEqual([]);
    const blocking = Object.values(findingRules).filter(blocksPublishing);
    expect(new Set(blocking.map(({ severity }) => severity))).toEqual(new Set(["blocking"]));
  });
});

it("counts as blockers what blocks and was not dismissed", () => {
  const dismissal = { reason: "An example." };
  const findings = [
    { severity: "blocking" },
    { severity: "blocking", dismissal: null },
    { severity: "blocking", dismissal },
    { severity: "warning", dismissal: null },
  ];
  expect(blockersAmong(findings)).toEqual(findings.slice(0, 2));
});

it("is shown as an error, and everything else as it is", () => {
  expect((["blocking", "warning", "info"] as const).map(shownSeverity)).toEqual(["error", "warning", "info"]);
});
