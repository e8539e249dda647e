import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/access/permissions";
import { evaluatePolicy, type PolicyFacts } from "./evaluate-policy";
import { defaultPolicy, noProof } from "./policy-options";

const member = (role: Role) => ({ role, isMachine: false, isDeactivated: false });
const facts = (given: Partial<PolicyFacts>): PolicyFacts => ({
  policy: defaultPolicy,
  members: new Map([
    ["ada", member("author")],
    ["rex", member("reviewer")],
    ["ines", member("admin")],
  ]),
  now: { digest: "a".repeat(64), modesRevision: 0, findingsRevision: 0 },
  authors: ["ada"],
  verdicts: [],
  openThreads: 0,
  blockingFindings: 0,
  specificationErrors: [],
  growth: null,
  proof: null,
  ...given,
});

describe("what a sync publishes", () => {
  const policy = { ...defaultPolicy, approvals: 2, publishOnSync: ["Team skills"] };
  const source = "Team skills";

  it("needs no approval where the policy names the source, or all of them", () => {
    for (const publishOnSync of [["Team skills"], ["*"], ["Another", "Team skills"]])
      expect(evaluatePolicy(facts({ policy: { ...policy, publishOnSync }, source })).met).toBe(true);
    for (const publishOnSync of [[], ["Another"], ["team skills"]]) {
      const { met, rules } = evaluatePolicy(facts({ policy: { ...policy, publishOnSync }, source }));
      expect([met, rules[0]?.message]).toEqual([false, "The policy lets no sync of it publish."]);
    }
  });

  it("needs all else that the policy asks for", () => {
    const asked = { policy: { ...policy, proof: { ...noProof, effect: true } }, source };
    const { rules } = evaluatePolicy(facts({ ...asked, openThreads: 1, blockingFindings: 1, proof: null }));
    expect(rules.filter(({ met }) => !met).map(({ rule }) => rule)).toEqual([
      "open-threads",
      "findings",
      "effect",
    ]);
  });

  it("changes nothing for people", () => {
    expect(evaluatePolicy(facts({ policy })).met).toBe(false);
  });
});
