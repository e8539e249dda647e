import type { Role } from "@/lib/access/permissions";
import { defaultLabelPolicy } from "@/lib/library/labels/label-options";
import { leastRecall } from "@/lib/suites/least-recall";

/** Roles that may publish at all: only they can be asked for approval, or publish past the policy. */
export const decidingRoles = ["reviewer", "admin", "owner"] as const satisfies readonly Role[];

/** What suites have to say of exactly the bytes that are published. Scripted models say nothing, whatever is asked. */
export type ProofPolicy = {
  /** The trigger suite passes, the whole intervals at or above these shares from 0 to 1; null: it is not asked for. */
  triggers: { recall: number | null; precision: number | null } | null;
  /** The tasks are not worse than without the skill, nor than what is published, and every golden one passes. */
  effect: boolean;
  /** Of tasks that a judge decided: the least Cohen's kappa of the judge with people's labels; null: any, uncalibrated too. */
  kappa: number | null;
  /** No case of a skill that stands beside it in a catalogue is lost to it. */
  neighbours: boolean;
  /** Of the oldest answer that counts; null for any age. */
  maxAgeDays: number | null;
  /** The id of a model connection; null for any live model. */
  model: string | null;
};

/** Nothing is asked of proof. */
export const noProof: ProofPolicy = {
  triggers: null,
  effect: false,
  kappa: null,
  neighbours: false,
  maxAgeDays: null,
  model: null,
};

/** Whether proof stands in the way at all. */
export const asksForProof = ({ triggers, effect, neighbours }: ProofPolicy): boolean =>
  triggers !== null || effect || neighbours;

export const mostProofDays = 365;

/** What passes by a policy on triggers. */
export const floorsOf = ({ recall, precision }: NonNullable<ProofPolicy["triggers"]>) => ({
  recall: Math.max(recall ?? 0, leastRecall),
  precision,
});

/** What a workspace asks for before a draft becomes a version. */
export type Policy = {
  /** Of the exact digest that is published, by people who wrote none of it; 0 for none. Not asked of a workspace of one person. */
  approvals: number;
  /** The least role whose approval counts. */
  approverRole: Role;
  openThreadsBlock: boolean;
  /** Blocking findings block publishing until each is dismissed with a reason. */
  findingsBlock: boolean;
  /** Errors by the specification block publishing until each is mended; otherwise most of them are warnings. */
  specificationBlocks: boolean;
  /** Approvals of a draft that can do more than the published version, by people who were shown that; 0: no more than otherwise. */
  growthApprovals: number;
  proof: ProofPolicy;
  /** Who may publish past the policy, with a reason. */
  bypassRoles: readonly Role[];
  /** Labels that only admins move, and only to versions that met the policy. */
  protectedLabels: readonly string[];
  /** Names of sources whose syncs publish what they bring, since its review happens there; `everySource` for all. */
  publishOnSync: readonly string[];
};

/** In the place of names of sources: all of them. */
export const everySource = "*";

export const publishesOnSync = ({ publishOnSync }: Pick<Policy, "publishOnSync">, source: string): boolean =>
  publishOnSync.includes(everySource) || publishOnSync.includes(source);

/** Of a workspace that has not chosen. */
export const defaultPolicy: Policy = {
  approvals: 1,
  approverRole: "reviewer",
  openThreadsBlock: true,
  findingsBlock: true,
  specificationBlocks: false,
  growthApprovals: 0,
  proof: noProof,
  ...defaultLabelPolicy,
  publishOnSync: [],
};

/** How sentences call it. */
export const policyName = "The policy";

export const mostApprovals = 10;

/** What may stand in the way of publishing, each told in words besides. */
export const policyRules = [
  "approvals",
  "growth",
  "open-threads",
  "findings",
  "specification",
  "triggers",
  "effect",
  "neighbours",
] as const;
export type PolicyRule = (typeof policyRules)[number];

/** The rules that suites decide, which a page of a review shows apart. */
export const proofRules = ["triggers", "effect", "neighbours"] as const satisfies readonly PolicyRule[];

/** How one rule stands. `message`: what is missing, in sentences; empty where it is met. */
export type RuleResult = { rule: PolicyRule; title: string; met: boolean; count: string; message: string };

/** What a screen calls a review. */
export const reviewStandings = [
  "in-review",
  "changes-requested",
  "approved",
  "stale",
  "published",
  "closed",
] as const;
export type ReviewStanding = (typeof reviewStandings)[number];
