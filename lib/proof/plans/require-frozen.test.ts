import { describe, expect, it } from "vitest";
import { requireFrozen } from "./require-frozen";

const plan = (revision: number, digest: string) => ({
  agent: { name: "Desk", revision },
  plans: [{ runSkills: { skills: [{ ref: { skillId: "s", name: "docx-tools", digest } }] } }],
});
const frozen = { agentRevision: 2, digests: new Map([["s", "d"]]) };

describe("runs that are held against each other", () => {
  it("begin while agent and siblings are what they were", () => {
    expect(() => requireFrozen(plan(2, "d"), frozen)).not.toThrow();
  });

  it("end in words when one of them moved", () => {
    expect(() => requireFrozen(plan(3, "d"), frozen)).toThrow("Desk was changed while the search went on.");
    expect(() => requireFrozen(plan(2, "e"), frozen)).toThrow(
      "docx-tools was changed while the search went on.",
    );
    const missing = { agentRevision: 2, digests: new Map([["gone", "d"]]) };
    expect(() => requireFrozen(plan(2, "d"), missing)).toThrow("What the agent offers was changed");
  });
});
