import { describe, expect, it } from "vitest";
import { breaksSpecification } from "@/lib/skills/breaks-specification";
import { validatePackage } from "@/lib/skills/validate-package";
import { evaluatePolicy, type PolicyFacts } from "./evaluate-policy";
import { defaultPolicy } from "./policy-options";

const policy = { ...defaultPolicy, specificationBlocks: true };
const facts = (overrides: Partial<PolicyFacts>): PolicyFacts => ({
  policy,
  // One person, of whom no approval is asked.
  members: new Map([["ada", { role: "owner", isMachine: false, isDeactivated: false }]]),
  now: { digest: "a".repeat(64), modesRevision: 0, findingsRevision: 0 },
  authors: ["ada"],
  verdicts: [],
  openThreads: 0,
  blockingFindings: 0,
  specificationErrors: null,
  growth: null,
  proof: null,
  ...overrides,
});
const unmet = (overrides: Partial<PolicyFacts>) =>
  evaluatePolicy(facts(overrides)).rules.flatMap(({ rule, met }) => (met ? [] : [rule]));
describe("errors by the specification", () => {
  const errors = (...names: string[]) =>
    validatePackage({
      folderName: "notes",
      files: names.map((name) => ({
        path: "SKILL.md",
        size: 1,
        text: `---\nname: ${name}\ndescription: Use when asked.\nmodel: x\nhooks: y\nagent: z\n---\nx\n`,
      })),
    }).issues.filter(breaksSpecification);

  it("block where the policy says so, each with place, rule and what to do", () => {
    const [rule] = evaluatePolicy(facts({ specificationErrors: errors("my_notes") })).rules.filter(
      ({ rule }) => rule === "specification",
    );
    expect(rule).toMatchObject({ met: false, count: "5 left", title: "No errors by the specification" });
    expect(rule?.message).toMatch(/^5 errors by the specification to mend\. SKILL\.md:4:1: Unexpected field/);
    expect(rule?.message).toMatch(/\(host-field\)\. .* 2 more like these\.$/);
    expect(unmet({ policy, specificationErrors: [] })).toEqual([]);
  });

  it("are asked for by no other policy, and not met where nobody looked", () => {
    expect(
      unmet({ policy: { ...policy, specificationBlocks: false }, specificationErrors: errors("a_b") }),
    ).toEqual([]);
    expect(unmet({ policy })).toEqual(["specification"]);
  });
});
