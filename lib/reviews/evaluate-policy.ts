import {
  type GivenVerdict,
  newestOfEach,
  type Reviewed,
  sayStale,
  staleBy,
  stalenesses,
} from "@/lib/approvals/staleness";
import { formatCount } from "@/lib/kernel/format-count";
import { sayIssue } from "@/lib/skills/breaks-specification";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { type GrowthFacts, judgeGrowth } from "./judge-growth";
import { judgeProof, type ProofFacts } from "./judge-proof";
import { judgeVerdicts, type VerdictStanding } from "./judge-verdicts";
import { type Policy, publishesOnSync, type RuleResult } from "./policy-options";
import { countPeople, type FourEyes, isAuthor, whyNoApprover } from "./who-may-judge";

/** Everything that decides whether a draft may be published, as it is at one moment. */
export type PolicyFacts = FourEyes & {
  policy: Policy;
  /** The draft. */
  now: Reviewed;
  /** Of the open review, oldest first; null when there is none. */
  verdicts: readonly GivenVerdict[] | null;
  openThreads: number;
  /** Blocking findings that nobody dismissed. */
  blockingFindings: number;
  /** What the draft has that the specification calls an error; null where it was not looked at, and the rule is then not met. */
  specificationErrors: readonly SkillIssue[] | null;
  /** What it can do more than what is published; null where it was not looked at, and the rule is then not met. */
  growth: GrowthFacts | null;
  /** What suites say of these bytes; null where it was not looked at, and what the policy asks of them is then not met. */
  proof: ProofFacts | null;
  /** The name of the source whose sync publishes it; absent where a person does. */
  source?: string | undefined;
};

export type PolicyResult = {
  /** In the order of `policyRules`; what the policy does not ask for is not here. */
  rules: RuleResult[];
  met: boolean;
  approvals: { given: number; needed: number };
  /** By the verdict's id. */
  verdicts: ReadonlyMap<string, VerdictStanding>;
  /** The newest word on the draft as it is now that somebody has to heed. */
  newest: GivenVerdict["kind"] | null;
};

/** Decides, and says in words what is missing. The same facts give the same answer, on a page and in a transaction. */
export function evaluatePolicy(facts: PolicyFacts): PolicyResult {
  const { policy } = facts;
  const needed = countPeople(facts) > 1 ? policy.approvals : 0;
  const given = facts.verdicts ?? [];
  const verdicts = judgeVerdicts({ ...facts, approverRole: policy.approverRole, verdicts: given });
  const counted = given.filter(({ id }) => verdicts.get(id)?.counts).length;
  const rules = [
    ...approvalRules(facts, { needed, counted }),
    ...growthRules(facts, verdicts),
    ...(policy.openThreadsBlock ? [threadsRule(facts)] : []),
    ...(policy.findingsBlock ? [findingsRule(facts)] : []),
    ...(policy.specificationBlocks ? [specificationRule(facts)] : []),
    ...judgeProof(policy.proof, facts.proof),
  ];
  return {
    rules,
    met: rules.every(({ met }) => met),
    approvals: { given: counted, needed },
    verdicts,
    newest: newestHeeded(facts),
  };
}

const mayApprove = ({ policy, ...facts }: PolicyFacts, userId: string): boolean =>
  whyNoApprover({ ...facts, approverRole: policy.approverRole }, userId) === null;

/** Whoever wrote part of a draft may still ask for changes to it. */
function newestHeeded(facts: PolicyFacts): GivenVerdict["kind"] | null {
  const heeded = (facts.verdicts ?? []).filter(
    (verdict) =>
      staleBy(verdict, facts.now) === null &&
      mayApprove(verdict.kind === "approved" ? facts : { ...facts, authors: [] }, verdict.userId),
  );
  return heeded.at(-1)?.kind ?? null;
}

type Count = { needed: number; counted: number };

/** What a source brings was approved there, where the policy says so; whoever asked here for changes, of whichever text, is heeded. */
function approvalRules(facts: PolicyFacts, count: Count): RuleResult[] {
  const { source, policy } = facts;
  if (source === undefined) return count.needed > 0 ? [approvalsRule(facts, count)] : [];
  const isAllowed = publishesOnSync(policy, source);
  const words = newestOfEach(facts.verdicts ?? []);
  const isRefused = words.some(({ kind }) => kind === "changes_requested");
  const message = isAllowed ? "Changes to it were asked for here." : "The policy lets no sync of it publish.";
  const met = isAllowed && !isRefused;
  const title = "Published by a sync";
  return [{ rule: "approvals", title, met, count: "", message: met ? "" : message }];
}

function approvalsRule(facts: PolicyFacts, { needed, counted }: Count): RuleResult {
  const missing = needed - counted;
  const role = facts.policy.approverRole;
  const message = [
    ...(facts.verdicts === null ? ["Ask for review first."] : []),
    ...whyFewer(facts),
    `${formatCount(missing, "approval")} missing, from ${role === "reviewer" ? "a" : "an"} ${role}${role === "owner" ? "" : " or above"}.`,
    ...tooFewLeft(facts, needed),
  ];
  return {
    rule: "approvals",
    title: `${formatCount(needed, "approval")} of exactly this draft`,
    met: missing <= 0,
    count: `${counted} of ${needed}`,
    message: missing <= 0 ? "" : message.join(" "),
  };
}

/** What became of the approvals that there are, in sentences. */
function whyFewer({ verdicts, now, authors }: PolicyFacts): string[] {
  const approvals = newestOfEach(verdicts ?? []).filter(({ kind }) => kind === "approved");
  const stale = new Set(approvals.map((verdict) => staleBy(verdict, now)));
  const own = approvals.some(
    (verdict) => staleBy(verdict, now) === null && isAuthor({ authors }, verdict.userId),
  );
  return [
    ...stalenesses.filter((one) => stale.has(one)).map((one) => sayStale(one, "it was approved")),
    ...(own ? ["An approval by somebody who wrote part of it does not count."] : []),
  ];
}

/** Says so when the authors leave too few whose approval would count. */
function tooFewLeft(facts: PolicyFacts, needed: number): string[] {
  const left = [...facts.members.keys()].filter((userId) => mayApprove(facts, userId)).length;
  if (left >= needed) return [];
  return left === 0
    ? ["Nobody here may give one: whoever has that role wrote part of it."]
    : [`Only ${formatCount(left, "person", "people")} here may give one.`];
}

/** Asked where approvals are: not of one person alone. */
function growthRules(facts: PolicyFacts, standings: PolicyResult["verdicts"]): RuleResult[] {
  const needed = countPeople(facts) > 1 ? facts.policy.growthApprovals : 0;
  if (needed === 0) return [];
  const counted = (facts.verdicts ?? []).filter(({ id }) => standings.get(id)?.counts);
  return [judgeGrowth(facts.growth, counted, needed)];
}

function threadsRule({ openThreads }: PolicyFacts): RuleResult {
  return {
    rule: "open-threads",
    title: "No open threads",
    met: openThreads === 0,
    count: `${openThreads} open`,
    message:
      openThreads === 0 ? "" : `${formatCount(openThreads, "thread is", "threads are")} to be resolved.`,
  };
}

function findingsRule({ blockingFindings }: PolicyFacts): RuleResult {
  return {
    rule: "findings",
    title: "No blocking findings",
    met: blockingFindings === 0,
    count: `${blockingFindings} left`,
    message:
      blockingFindings === 0
        ? ""
        : `${formatCount(blockingFindings, "blocking finding")}: fix them, or dismiss each with a reason.`,
  };
}

/** How many errors the message names. */
const mostNamed = 3;

function specificationRule({ specificationErrors: errors }: PolicyFacts): RuleResult {
  const left = errors?.length ?? 0;
  const named = (errors ?? []).slice(0, mostNamed).map(sayIssue);
  const more = left > mostNamed ? [`${left - mostNamed} more like these.`] : [];
  const message = [`${formatCount(left, "error")} by the specification to mend.`, ...named, ...more];
  return {
    rule: "specification",
    title: "No errors by the specification",
    met: errors !== null && left === 0,
    count: errors === null ? "not looked at" : `${left} left`,
    message: errors === null ? "It was not looked at." : left === 0 ? "" : message.join(" "),
  };
}
