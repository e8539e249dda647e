import { describe, expect, it } from "vitest";
import { findClosest, listClosest } from "./find-closest";

const names = ["incident-triage", "log-query", "pdf"];

describe("findClosest", () => {
  it.each([
    ["incident-trage", "incident-triage"],
    ["Incident_Triage", "incident-triage"],
    ["triage", "incident-triage"],
    ["logquery", "log-query"],
    ["pdg", "pdf"],
  ])("takes %s for %s", (wanted, meant) => {
    expect(findClosest(wanted, names)).toBe(meant);
  });

  it("suggests nothing for something else, nothing at all, or a text of great length", () => {
    expect(findClosest("translate-poems", names)).toBeNull();
    expect(findClosest("", names)).toBeNull();
    expect(findClosest("pdf".repeat(10_000), names)).toBeNull();
  });
});

describe("listClosest", () => {
  it("lists the nearest first, and equally near ones in the order given", () => {
    const names = ["release-notes", "rollout-check", "release-note", "incident"];
    expect(listClosest("relase-notes", names)).toEqual(["release-notes", "release-note"]);
    expect(listClosest("release-notes", names, 1)).toEqual(["release-notes"]);
    expect(listClosest("", names)).toEqual([]);
    expect(listClosest("zebra", names)).toEqual([]);
  });
});
