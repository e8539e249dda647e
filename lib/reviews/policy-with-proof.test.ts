import { expect, it } from "vitest";
import { evaluatePolicy, type PolicyFacts } from "./evaluate-policy";
import { defaultPolicy } from "./policy-options";

const own = {
  has: { trigger: false, effect: false },
  triggers: [],
  effects: [],
  others: [],
  counted: { all: 0, deleted: 0, unread: { trigger: 0, effect: 0 } },
};
const facts: PolicyFacts = {
  policy: { ...defaultPolicy, proof: { ...defaultPolicy.proof, neighbours: true } },
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
};

it("has proof among its rules where it asks for it, not met where nobody looked", () => {
  const { rules, met } = evaluatePolicy(facts);
  expect(met).toBe(false);
  expect(rules.map((one) => [one.rule, one.met])).toEqual([
    ["open-threads", true],
    ["findings", true],
    ["neighbours", false],
  ]);
});

it("is met by what suites say of the bytes", () => {
  const proof = { own, neighbours: [], now: new Date(0), model: null, published: null };
  expect(evaluatePolicy({ ...facts, proof }).met).toBe(true);
});

it("asks nothing of proof by itself", () => {
  const { rules, met } = evaluatePolicy({ ...facts, policy: defaultPolicy });
  expect(met).toBe(true);
  expect(rules.map(({ rule }) => rule)).toEqual(["open-threads", "findings"]);
});
