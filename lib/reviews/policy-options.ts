import type { Role } from "@/lib/access/permissions";
import { defaultLabelPolicy } from "@/lib/library/labels/label-options";

/** Roles that may publish at all: only they can be asked for approval, or publish past the policy. */
export const decidingRoles = ["reviewer", "admin", "owner"] as const satisfies readonly Role[];

/** What a workspace asks for before a draft becomes a version. */
export type Policy = {
  /** Of the exact digest that is published, by people who wrote none of it; 0 for none. Not asked of a workspace of one person. */
  approvals: number;
  /** The least role whose approval counts. */
  approverRole: Role;
  openThreadsBlock: boolean;
  /** Blocking findings block publishing until each is dismissed with a reason. */
  findingsBlock: boolean;
  /** Who may publish past the policy, with a reason. */
  bypassRoles: readonly Role[];
  /** Labels that only admins move, and only to versions that met the policy. */
  protectedLabels: readonly string[];
};

/** Of a workspace that has not chosen. */
export const defaultPolicy: Policy = {
  approvals: 1,
  approverRole: "reviewer",
  openThreadsBlock: true,
  findingsBlock: true,
  ...defaultLabelPolicy,
};

export const mostApprovals = 10;

/** What may stand in the way of publishing, each told in words besides. */
export const policyRules = ["approvals", "open-threads", "findings"] as const;
export type PolicyRule = (typeof policyRules)[number];

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
