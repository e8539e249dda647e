import { describe, expect, it } from "vitest";
import { noProof } from "@/lib/reviews/policy-options";
import { proofNow, proofProblem, readProofForm, toProofForm } from "./proof-form";

const all = {
  triggers: { recall: 0.6, precision: null },
  effect: true,
  kappa: 0.6,
  neighbours: true,
  maxAgeDays: 14,
  model: "0190a000-0000-7000-8000-000000000001",
};

describe("what a policy asks of proof", () => {
  it("is the same after it was in the form", () => {
    for (const policy of [noProof, all]) expect(readProofForm(toProofForm(policy))).toEqual(policy);
  });

  it("says what is wrong with what is typed", () => {
    const form = toProofForm(all);
    expect(proofProblem(form)).toBeUndefined();
    for (const recall of ["1.2", "-0.1", "much"])
      expect(proofProblem({ ...form, recall })).toContain("from 0 to 1");
    for (const kappa of ["1.2", "-0.1", "much"])
      expect(proofProblem({ ...form, kappa })).toContain("kappa is a number from 0 to 1");
    for (const days of ["0", "1.5", "366", "soon"])
      expect(proofProblem({ ...form, days })).toContain("from 1 to 365");
    expect(proofProblem({ ...form, recall: "0.3", precision: "", days: "" })).toBeUndefined();
    for (const recall of ["", " ", "0", "0.29"])
      expect(proofProblem({ ...form, recall })).toContain("0.3 at least");
    expect(proofProblem({ ...form, triggers: false, recall: "" })).toBeUndefined();
  });

  it("is a sentence", () => {
    expect(proofNow(noProof)).toBe("No proof is asked for.");
    expect(proofNow(all)).toBe(
      "On exactly what is published, not older than 14 days, with the chosen model: the trigger suite passes with recall from 0.60; tasks are not worse and golden ones pass, with a judge whose kappa is at least 0.60; no neighbour loses a case.",
    );
    expect(proofNow({ ...noProof, triggers: { recall: null, precision: null } })).toBe(
      "On exactly what is published, with any live model: the trigger suite passes with recall from 0.30.",
    );
  });
});
