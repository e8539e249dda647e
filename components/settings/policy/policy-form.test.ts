import { describe, expect, it } from "vitest";
import { defaultPolicy } from "@/lib/reviews/policy-options";
import { differs, policyNow, readLabels, toForm } from "./policy-form";

describe("the policy in sentences", () => {
  it("asks a single person for no approval", () => {
    expect(policyNow(defaultPolicy, 1)[0]).toBe("One person works here, so no approval is asked for.");
  });

  it("says how many, whose, what stands in the way, who passes and what is protected", () => {
    expect(policyNow({ ...defaultPolicy, approvals: 2, openThreadsBlock: false }, 3)).toEqual([
      "2 approvals of exactly what is published, by a reviewer or above; nobody approves what they wrote part of.",
      "Open threads do not block publishing.",
      "Blocking findings block publishing until each is dismissed with a reason.",
      "Errors by the specification are warnings, where a careful reader can do without.",
      "No proof is asked for.",
      "No sync of a source publishes.",
      "Bypass, with a reason that the audit keeps: owner.",
      "Protected: production. Only admins and owners move these, and only to versions that met the policy.",
    ]);
  });

  it("names the highest role alone, and says when nobody and nothing is meant", () => {
    const open = { ...defaultPolicy, approverRole: "owner", bypassRoles: [], protectedLabels: [] } as const;
    const words = policyNow(open, 2);
    expect(words[0]).toContain("by an owner;");
    expect(words).toContain("Nobody may bypass the policy.");
    expect(words).toContain("No label is protected.");
    expect(words).toContain("No sync of a source publishes.");
    expect(policyNow({ ...open, publishOnSync: ["Team", "More"] }, 2)).toContainEqual(
      expect.stringMatching(/^A sync of Team, More publishes what it brings/),
    );
    expect(policyNow({ ...open, publishOnSync: ["*"] }, 2)).toContainEqual(
      expect.stringMatching(/^A sync of any source publishes/),
    );
  });
});

describe("the form", () => {
  it("reads labels apart by commas or spaces, each once", () => {
    expect(readLabels(" production, eu  production,,staging ")).toEqual(["production", "eu", "staging"]);
  });

  it("has something to save only when the policy would be another one", () => {
    const roles = { approverRole: "reviewer" as const, bypassRoles: ["owner" as const] };
    const defaults = { ...defaultPolicy, ...roles, publishOnSync: [] };
    const form = toForm({ ...defaults, protectedLabels: ["production", "eu"] });
    const policy = { ...defaults, protectedLabels: ["eu", "production"] };
    expect(differs(form, policy)).toBe(false);
    expect(differs({ ...form, labels: "eu" }, policy)).toBe(true);
    expect(differs({ ...form, approvals: 2 }, policy)).toBe(true);
    expect(differs({ ...form, specificationBlocks: true }, policy)).toBe(true);
    expect(differs({ ...form, publishOnSync: ["*"] }, policy)).toBe(true);
    expect(differs({ ...form, proof: { ...form.proof, effect: true } }, policy)).toBe(true);
    expect(differs({ ...form, bypassRoles: [] }, policy)).toBe(true);
  });
});
