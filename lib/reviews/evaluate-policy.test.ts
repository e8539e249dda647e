import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Role, roles } from "@/lib/access/permissions";
import type { GivenVerdict } from "@/lib/approvals/staleness";
import { evaluatePolicy, type PolicyFacts } from "./evaluate-policy";
import { decidingRoles, defaultPolicy, type PolicyRule } from "./policy-options";

type Absent = { machines?: readonly string[]; deactivated?: readonly string[] };
const now = "a".repeat(64);
const before = "b".repeat(64);
const members = (all: Record<string, Role>, { machines = [], deactivated = [] }: Absent = {}) =>
  new Map(
    Object.entries(all).map(([id, role]) => [
      id,
      { role, isMachine: machines.includes(id), isDeactivated: deactivated.includes(id) },
    ]),
  );
const team = members({ ada: "author", rex: "reviewer", ines: "admin", omar: "owner" });

const facts = (overrides: Partial<PolicyFacts> = {}): PolicyFacts => ({
  policy: defaultPolicy,
  members: team,
  now: { digest: now, modesRevision: 0, findingsRevision: 0 },
  authors: ["ada"],
  verdicts: [],
  openThreads: 0,
  blockingFindings: 0,
  specificationErrors: null,
  growth: null,
  proof: null,
  ...overrides,
});
let count = 0;
const verdict = (userId: string, kind: GivenVerdict["kind"] = "approved", digest = now): GivenVerdict => {
  count += 1;
  return { id: `verdict-${count}`, userId, kind, digest, modesRevision: 0, findingsRevision: 0 };
};
const unmet = (overrides: Partial<PolicyFacts>): PolicyRule[] =>
  evaluatePolicy(facts(overrides)).rules.flatMap(({ rule, met }) => (met ? [] : [rule]));
const standing = (overrides: Partial<PolicyFacts> & { verdicts: GivenVerdict[] }) => {
  const { verdicts } = evaluatePolicy(facts(overrides));
  return overrides.verdicts.map(({ id }) => verdicts.get(id));
};

describe("approvals", () => {
  it("are asked for where there is more than one person, and met by one reviewer of this digest", () => {
    expect(unmet({})).toEqual(["approvals"]);
    expect(unmet({ verdicts: [verdict("rex")] })).toEqual([]);
    expect(evaluatePolicy(facts({ verdicts: [verdict("rex")] })).approvals).toEqual({ given: 1, needed: 1 });
  });

  it("say to ask for review where nobody has", () => {
    const [rule] = evaluatePolicy(facts({ verdicts: null })).rules;
    expect(rule).toMatchObject({ met: false, count: "0 of 1" });
    expect(rule?.message).toBe("Ask for review first. 1 approval missing, from a reviewer or above.");
  });

  it("are not asked for in a workspace of one person, machines beside them or not", () => {
    expect(unmet({ members: members({ ada: "owner" }) })).toEqual([]);
    expect(unmet({ members: members({ ada: "owner", bot: "reviewer" }, { machines: ["bot"] }) })).toEqual([]);
    expect(
      evaluatePolicy(facts({ members: members({ ada: "owner" }) })).rules.map(({ rule }) => rule),
    ).toEqual(["open-threads", "findings"]);
  });

  it("are not asked for where nobody else gets in, and none counts of who does not", () => {
    const alone = members({ ada: "owner", rex: "reviewer" }, { deactivated: ["rex"] });
    expect(unmet({ members: alone })).toEqual([]);
    const two = members({ ada: "owner", ines: "author", rex: "reviewer" }, { deactivated: ["rex"] });
    const verdicts = [verdict("rex")];
    expect(unmet({ members: two, verdicts })).toEqual(["approvals"]);
    expect(standing({ members: two, verdicts })).toMatchObject([
      { counts: false, why: "Their account is deactivated." },
    ]);
    expect(evaluatePolicy(facts({ members: two })).rules[0]?.message).toContain("Nobody here may give one");
  });

  it("are not asked for by a policy of none", () => {
    expect(unmet({ policy: { ...defaultPolicy, approvals: 0 } })).toEqual([]);
  });

  it("do not count for other bytes, and say so", () => {
    const verdicts = [verdict("rex", "approved", before)];
    expect(unmet({ verdicts })).toEqual(["approvals"]);
    expect(standing({ verdicts })).toEqual([
      { staleBy: "bytes", counts: false, why: "The draft has changed since." },
    ]);
    expect(evaluatePolicy(facts({ verdicts })).rules[0]?.message).toMatch(/changed since it was approved/);
  });

  it("count again when the draft is what was approved again", () => {
    expect(
      unmet({
        now: { digest: before, modesRevision: 0, findingsRevision: 0 },
        verdicts: [verdict("rex", "approved", before)],
      }),
    ).toEqual([]);
  });

  it("count once for each person, the newest of theirs alone", () => {
    const policy = { ...defaultPolicy, approvals: 2 };
    expect(unmet({ policy, verdicts: [verdict("rex"), verdict("rex")] })).toEqual(["approvals"]);
    expect(unmet({ policy, verdicts: [verdict("rex"), verdict("ines")] })).toEqual([]);
    const verdicts = [verdict("rex"), verdict("rex", "changes_requested")];
    expect(unmet({ verdicts })).toEqual(["approvals"]);
    expect(standing({ verdicts })).toMatchObject(
      [
        { counts: false, why: /later/ },
        { counts: false, why: null },
      ].map(({ counts, why }) => ({ counts, why: why === null ? null : expect.stringMatching(why) })),
    );
  });

  it("fall when a newer word on older bytes comes from the same person", () => {
    expect(unmet({ verdicts: [verdict("rex"), verdict("rex", "changes_requested", before)] })).toEqual([
      "approvals",
    ]);
  });

  it("of who has left, has a lower role now, or is a machine do not count, and say why", () => {
    const verdicts = [verdict("gone"), verdict("ada"), verdict("bot")];
    const all = members({ ada: "author", omar: "owner", bot: "reviewer" }, { machines: ["bot"] });
    expect(standing({ members: all, verdicts }).map((one) => one?.why)).toEqual([
      "They are no longer a member of this workspace.",
      "Their role is author now; reviewer or above counts.",
      "A machine approves nothing.",
    ]);
    expect(unmet({ members: all, verdicts })).toContain("approvals");
  });

  it.each(decidingRoles)("need the role that the policy says: %s", (approverRole) => {
    for (const role of roles) {
      const all = members({ ada: "author", one: role });
      const policy = { ...defaultPolicy, approverRole };
      const met = !unmet({ policy, members: all, verdicts: [verdict("one")] }).includes("approvals");
      expect(met, role).toBe(roles.indexOf(role) >= roles.indexOf(approverRole));
    }
  });
});

describe("whoever wrote part of the draft", () => {
  it("does not approve it, however many are asked for, and is told why", () => {
    const verdicts = [verdict("rex")];
    expect(unmet({ authors: ["rex"], verdicts })).toEqual(["approvals"]);
    expect(standing({ authors: ["ada", "rex"], verdicts })).toEqual([
      {
        staleBy: null,
        counts: false,
        why: "They wrote part of these bytes: somebody else has to approve them.",
      },
    ]);
    const policy = { ...defaultPolicy, approvals: 2 };
    const both = [verdict("rex"), verdict("ines")];
    expect(unmet({ policy, authors: ["rex"], verdicts: both })).toEqual(["approvals"]);
    expect(unmet({ policy, authors: ["rex"], verdicts: [...both, verdict("omar")] })).toEqual([]);
  });

  it("is one of those that an approval does not come from, also in the words of the rule", () => {
    const messageFor = (overrides: Partial<PolicyFacts>) =>
      evaluatePolicy(facts(overrides)).rules.find(({ rule }) => rule === "approvals")?.message;
    expect(messageFor({ authors: ["rex"], verdicts: [verdict("rex")] })).toBe(
      "An approval by somebody who wrote part of it does not count. 1 approval missing, from a reviewer or above.",
    );
    expect(messageFor({ authors: ["rex", "ines", "omar"] })).toBe(
      "1 approval missing, from a reviewer or above. Nobody here may give one: whoever has that role wrote part of it.",
    );
    const policy = { ...defaultPolicy, approvals: 2 };
    expect(messageFor({ policy, authors: ["rex", "ines"] })).toMatch(/Only 1 person here may give one\.$/);
  });

  it("may still ask for changes", () => {
    const verdicts = [verdict("ines"), verdict("rex", "changes_requested")];
    expect(evaluatePolicy(facts({ authors: ["rex"], verdicts })).newest).toBe("changes_requested");
    const overruled = [verdict("ines", "changes_requested"), verdict("rex")];
    expect(evaluatePolicy(facts({ authors: ["rex"], verdicts: overruled })).newest).toBe("changes_requested");
  });
});

describe("a finding dismissed or restored after the approval", () => {
  it("makes it stale: it was given without that", () => {
    const later = { digest: now, modesRevision: 0, findingsRevision: 1 };
    const verdicts = [verdict("rex")];
    expect(standing({ now: later, verdicts })).toEqual([
      { staleBy: "findings", counts: false, why: "A finding was dismissed or restored since." },
    ]);
    expect(evaluatePolicy(facts({ now: later, verdicts })).rules[0]?.message).toMatch(
      /^A finding was dismissed or restored since it was approved\./,
    );
    expect(unmet({ now: later, verdicts: [{ ...verdict("rex"), findingsRevision: 1 }] })).toEqual([]);
  });
});

describe("a file made executable, or no longer so, after the approval", () => {
  it("makes it stale, though no byte is another", () => {
    const later = { digest: now, modesRevision: 1, findingsRevision: 0 };
    const verdicts = [verdict("rex")];
    expect(standing({ now: later, verdicts })).toEqual([
      { staleBy: "modes", counts: false, why: "Which files are executable has changed since." },
    ]);
    expect(evaluatePolicy(facts({ now: later, verdicts })).rules[0]?.message).toMatch(
      /^Which files are executable has changed since it was approved\./,
    );
    expect(unmet({ now: later, verdicts: [{ ...verdict("rex"), modesRevision: 1 }] })).toEqual([]);
  });
});

describe("threads and findings", () => {
  it("block where the policy says so, with their number", () => {
    const verdicts = [verdict("rex")];
    expect(unmet({ verdicts, openThreads: 2, blockingFindings: 1 })).toEqual(["open-threads", "findings"]);
    const { rules } = evaluatePolicy(facts({ verdicts, openThreads: 2, blockingFindings: 1 }));
    expect(rules.slice(1).map(({ count: number, message }) => [number, message])).toEqual([
      ["2 open", "2 threads are to be resolved."],
      ["1 left", "1 blocking finding: fix them, or dismiss each with a reason."],
    ]);
    const policy = { ...defaultPolicy, openThreadsBlock: false, findingsBlock: false };
    expect(unmet({ policy, verdicts, openThreads: 2, blockingFindings: 1 })).toEqual([]);
  });
});

describe("what was said last", () => {
  it("is of this digest and of somebody who may say it", () => {
    const newest = (verdicts: GivenVerdict[]) => evaluatePolicy(facts({ verdicts })).newest;
    expect(newest([])).toBeNull();
    expect(newest([verdict("rex"), verdict("ines", "changes_requested")])).toBe("changes_requested");
    expect(newest([verdict("ines", "changes_requested"), verdict("rex")])).toBe("approved");
    expect(newest([verdict("rex"), verdict("ines", "changes_requested", before)])).toBe("approved");
    expect(newest([verdict("rex"), verdict("gone", "changes_requested")])).toBe("approved");
  });
});

describe("whatever the facts", () => {
  const people = ["ada", "rex", "ines", "omar", "bot", "gone"];
  const anyFacts = fc.record({
    policy: fc.record({
      approvals: fc.nat(3),
      approverRole: fc.constantFrom(...decidingRoles),
      openThreadsBlock: fc.boolean(),
      findingsBlock: fc.boolean(),
      specificationBlocks: fc.boolean(),
    }),
    members: fc
      .dictionary(fc.constantFrom("ada", "rex", "ines", "omar", "bot"), fc.constantFrom(...roles), {
        minKeys: 1,
      })
      .map((all) => members(all, { machines: ["bot"], deactivated: ["omar"] })),
    authors: fc.uniqueArray(fc.constantFrom(...people), { maxLength: 3 }),
    verdicts: fc.array(
      fc
        .tuple(
          fc.constantFrom(...people),
          fc.constantFrom("approved" as const, "changes_requested" as const),
          fc.constantFrom(now, before),
        )
        .map(([userId, kind, digest]) => verdict(userId, kind, digest)),
      { maxLength: 8 },
    ),
    openThreads: fc.nat(2),
    blockingFindings: fc.nat(2),
  });

  it("nothing is met by words on other bytes, by an author, or by who is no approver now", () => {
    fc.assert(
      fc.property(anyFacts, ({ policy, ...rest }) => {
        const all = facts({ ...rest, policy: { ...defaultPolicy, ...policy } });
        const result = evaluatePolicy(all);
        const humans = [...all.members.keys()].filter((id) => id !== "bot" && id !== "omar").length;
        const approvers = new Set<string>();
        for (const { userId, kind, digest } of all.verdicts ?? [])
          if (kind === "approved" && digest === now) approvers.add(userId);
          else approvers.delete(userId);
        const holds = [...approvers].filter((id) => {
          const member = all.members.get(id);
          return (
            member &&
            id !== "bot" &&
            id !== "omar" &&
            !all.authors.includes(id) &&
            roles.indexOf(member.role) >= roles.indexOf(all.policy.approverRole)
          );
        });
        expect(result.approvals.given).toBe(holds.length);
        if (result.met && humans > 1) expect(holds.length).toBeGreaterThanOrEqual(all.policy.approvals);
        if (result.met && all.policy.openThreadsBlock) expect(all.openThreads).toBe(0);
        if (result.met && all.policy.findingsBlock) expect(all.blockingFindings).toBe(0);
        for (const { met, message } of result.rules) expect(message === "").toBe(met);
      }),
      { numRuns: 500 },
    );
  });
});
