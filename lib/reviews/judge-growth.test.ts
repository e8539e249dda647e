import { describe, expect, it } from "vitest";
import { roles } from "@/lib/access/permissions";
import { evaluatePolicy } from "./evaluate-policy";
import { type GrowthFacts, judgeGrowth } from "./judge-growth";
import { defaultPolicy } from "./policy-options";

const digest = "c".repeat(64);
const grown: GrowthFacts = { digest, against: 3, added: ["host, reached: a.io", "command, run: curl"] };
const shown = { capabilities: digest };

describe("judgeGrowth", () => {
  it("asks for as many approvals as the policy says where a draft can do more, and names what", () => {
    expect(judgeGrowth(grown, [shown], 2)).toEqual({
      rule: "growth",
      title: "2 approvals where it can do more",
      met: false,
      count: "1 of 2",
      message:
        "It can do more than v3: host, reached: a.io; command, run: curl. 1 approval missing of somebody who was shown this.",
    });
    expect(judgeGrowth(grown, [shown, shown], 2)).toMatchObject({ met: true, count: "2 of 2", message: "" });
  });

  it("counts no approval that was given without these capabilities on the page", () => {
    const others = [{ capabilities: "d".repeat(64) }, { capabilities: null }, {}];
    expect(judgeGrowth(grown, others, 1)).toMatchObject({ met: false, count: "0 of 1" });
  });

  it("asks for nothing where nothing grew, or nothing is published to grow against", () => {
    expect(judgeGrowth({ ...grown, added: [] }, [], 2)).toMatchObject({ met: true, count: "nothing new" });
    expect(judgeGrowth({ ...grown, against: null }, [], 2)).toMatchObject({ met: true });
  });

  it("is not met where nobody looked", () => {
    expect(judgeGrowth(null, [shown, shown], 2)).toMatchObject({ met: false, count: "not looked at" });
  });

  it("names the first of many, with what is hidden in them marked", () => {
    const added = ["host, reached: a\u200b.io", "b", "c", "d", "e"];
    const { message } = judgeGrowth({ ...grown, added }, [], 1);
    expect(message).toMatch(/; b; c and 2 more\./);
    expect(message).not.toContain("\u200b");
  });
});

describe("growth in the policy", () => {
  const people = (names: readonly string[]) =>
    new Map(
      names.map((name) => [
        name,
        { role: roles[roles.length - 1] ?? "owner", isMachine: false, isDeactivated: false },
      ]),
    );
  const evaluate = (names: readonly string[], approvers: readonly string[]) =>
    evaluatePolicy({
      policy: { ...defaultPolicy, growthApprovals: 2 },
      members: people(names),
      authors: ["ada"],
      now: { digest, modesRevision: 0, findingsRevision: 0 },
      verdicts: approvers.map((userId) => ({
        id: userId,
        userId,
        kind: "approved" as const,
        digest,
        modesRevision: 0,
        findingsRevision: 0,
        ...shown,
      })),
      openThreads: 0,
      blockingFindings: 0,
      specificationErrors: null,
      growth: grown,
      proof: null,
    });
  const unmet = (names: readonly string[], approvers: readonly string[]) =>
    evaluate(names, approvers).rules.flatMap(({ rule, met }) => (met ? [] : [rule]));

  it("wants a second approver beside the first, and an author is none", () => {
    const names = ["ada", "rex", "ines"];
    expect(unmet(names, ["rex"])).toEqual(["growth"]);
    expect(unmet(names, ["rex", "ada"])).toEqual(["growth"]);
    expect(unmet(names, ["rex", "ines"])).toEqual([]);
  });

  it("asks nothing of one person alone", () => {
    expect(unmet(["ada"], [])).toEqual([]);
  });
});
