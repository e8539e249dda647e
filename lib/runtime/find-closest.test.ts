import { describe, expect, it } from "vitest";
import { findClosest } from "./find-closest";

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
