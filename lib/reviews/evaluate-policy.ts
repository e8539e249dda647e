import { type Role, roles } from "@/lib/auth/permissions";
import type { Policy, PolicyRule } from "./policy-options";

export type GivenVerdict = {
  id: string;
  userId: string;
  kind: "approved" | "changes_requested";
  digest: string;
};

export type Membership = { role: Role; isMachine: boolean };

/** Everything that decides whether a draft may be published, as it is at one moment. */
export type PolicyFacts = {
  policy: Policy;
  /** Everybody who belongs to the workspace now, machines included, by user id. */
  members: ReadonlyMap<string, Membership>;
  /** Of the draft. */
  digest: string;
  /** Who edited the draft last; for a machine, whoever made its keys. */
  editors: readonly string[];
  /** Of the open review, oldest first; null when there is none. */
  verdicts: readonly GivenVerdict[] | null;
  openThreads: number;
  /** Blocking findings that nobody dismissed. */
  blockingFindings: number;
};

/** How one verdict stands: `why` says why it does not count, or what else it needs. */
export type VerdictStanding = { stale: boolean; counts: boolean; why: string | null };

export type RuleResult = { rule: PolicyRule; title: string; met: boolean; count: string; message: string };

export type PolicyResult = {
  /** In the order of `policyRules`; what the policy does not ask for is not here. */
  rules: RuleResult[];
  met: boolean;
  approvals: { given: number; needed: number };
  /** By the verdict's id. */
  verdicts: ReadonlyMap<string, VerdictStanding>;
  /** The newest verdict on this digest by anybody who may give one. */
  newest: GivenVerdict["kind"] | null;
};

/** Decides, and says in words what is missing. The same facts give the same answer, on a page and in a transaction. */
export function evaluatePolicy(facts: PolicyFacts): PolicyResult {
  const { policy, members } = facts;
  const people = [...members.values()].filter(({ isMachine }) => !isMachine).length;
  const needed = people > 1 ? policy.approvals : 0;
  const verdicts = judgeVerdicts(facts);
  const given = facts.verdicts ?? [];
  const counted = given.filter(({ id }) => verdicts.get(id)?.counts);
  const rules = [
    ...(needed > 0 ? [approvalsRule(facts, needed, counted), otherApproverRule(facts, counted)] : []),
    ...(policy.openThreadsBlock ? [threadsRule(facts)] : []),
    ...(policy.findingsBlock ? [findingsRule(facts)] : []),
  ];
  const fresh = given.filter(({ digest, userId }) => digest === facts.digest && mayDecide(facts, userId));
  return {
    rules,
    met: rules.every(({ met }) => met),
    approvals: { given: counted.length, needed },
    verdicts,
    newest: fresh.at(-1)?.kind ?? null,
  };
}

const isAtLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least);

function mayDecide({ members, policy }: PolicyFacts, userId: string): boolean {
  const member = members.get(userId);
  return member !== undefined && !member.isMachine && isAtLeast(member.role, policy.approverRole);
}

function judgeVerdicts(facts: PolicyFacts): Map<string, VerdictStanding> {
  const given = facts.verdicts ?? [];
  const newestOf = new Map(given.map(({ userId, id }) => [userId, id]));
  return new Map(
    given.map((verdict) => {
      const stale = verdict.digest !== facts.digest;
      const isNewest = newestOf.get(verdict.userId) === verdict.id;
      return [verdict.id, { stale, ...judge(facts, verdict, { stale, isNewest }) }];
    }),
  );
}

function judge(
  facts: PolicyFacts,
  { kind, userId }: GivenVerdict,
  { stale, isNewest }: { stale: boolean; isNewest: boolean },
): { counts: boolean; why: string | null } {
  if (kind === "changes_requested") return { counts: false, why: null };
  const member = facts.members.get(userId);
  if (stale) return { counts: false, why: "The draft has changed since." };
  if (!isNewest) return { counts: false, why: "They said something else later." };
  if (!member) return { counts: false, why: "They are no longer a member of this workspace." };
  if (member.isMachine) return { counts: false, why: "A machine approves nothing." };
  if (!isAtLeast(member.role, facts.policy.approverRole))
    return {
      counts: false,
      why: `Their role is ${member.role} now; ${facts.policy.approverRole} or above counts.`,
    };
  if (facts.editors.includes(userId))
    return { counts: true, why: "They edited the draft last: somebody else has to approve too." };
  return { counts: true, why: null };
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function approvalsRule(facts: PolicyFacts, needed: number, approvals: readonly GivenVerdict[]): RuleResult {
  const missing = needed - approvals.length;
  const role = facts.policy.approverRole;
  const was = facts.verdicts?.some(({ kind, digest }) => kind === "approved" && digest !== facts.digest);
  const message = [
    ...(facts.verdicts === null ? ["Ask for review first."] : []),
    ...(was ? ["The draft has changed since it was approved."] : []),
    `${counted(missing, "approval")} missing, from ${role === "reviewer" ? "a" : "an"} ${role}${role === "owner" ? "" : " or above"}.`,
  ];
  return {
    rule: "approvals",
    title: `${counted(needed, "approval")} of exactly this draft`,
    met: missing <= 0,
    count: `${approvals.length} of ${needed}`,
    message: missing <= 0 ? "" : message.join(" "),
  };
}

function otherApproverRule(facts: PolicyFacts, approvals: readonly GivenVerdict[]): RuleResult {
  const others = approvals.filter(({ userId }) => !facts.editors.includes(userId)).length;
  return {
    rule: "other-approver",
    title: "An approval by somebody other than the last editor",
    met: others > 0,
    count: `${Math.min(others, 1)} of 1`,
    message: others > 0 ? "" : "Whoever edited the draft last cannot be the only one who approves it.",
  };
}

function threadsRule({ openThreads }: PolicyFacts): RuleResult {
  return {
    rule: "open-threads",
    title: "No open threads",
    met: openThreads === 0,
    count: `${openThreads} open`,
    message: openThreads === 0 ? "" : `${counted(openThreads, "thread is", "threads are")} to be resolved.`,
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
        : `${counted(blockingFindings, "blocking finding")}: mend them, or dismiss each with a reason.`,
  };
}
