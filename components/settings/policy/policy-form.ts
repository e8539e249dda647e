import { formatCount } from "@/components/ui/format";
import { type Role, roles } from "@/lib/access/permissions";
import { everySource, type Policy } from "@/lib/reviews/policy-options";
import type { PolicyState } from "@/lib/reviews/review-schema";
import { type ProofForm, proofNow, toProofForm } from "./proof-form";

type ChosenPolicy = Omit<PolicyState, "updatedBy" | "updatedAt" | "declaredIn">;
/** The policy as it is typed: labels in one field, separated by spaces or commas. */
export type PolicyForm = Omit<ChosenPolicy, "protectedLabels" | "proof"> & {
  labels: string;
  proof: ProofForm;
};

export function toForm(policy: ChosenPolicy): PolicyForm {
  const { proof, bypassRoles, protectedLabels, ...rest } = policy;
  const { approvals, approverRole, openThreadsBlock, findingsBlock, specificationBlocks, growthApprovals } =
    rest;
  return {
    approvals,
    approverRole,
    openThreadsBlock,
    findingsBlock,
    specificationBlocks,
    growthApprovals,
    proof: toProofForm(proof),
    bypassRoles: [...bypassRoles],
    labels: protectedLabels.join(", "),
    publishOnSync: [...policy.publishOnSync],
  };
}

export const readLabels = (typed: string): string[] => [...new Set(typed.split(/[\s,]+/).filter(Boolean))];

const same = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((one) => right.includes(one));

export function differs(form: PolicyForm, policy: Policy): boolean {
  return (
    form.approvals !== policy.approvals ||
    form.approverRole !== policy.approverRole ||
    form.openThreadsBlock !== policy.openThreadsBlock ||
    form.findingsBlock !== policy.findingsBlock ||
    form.specificationBlocks !== policy.specificationBlocks ||
    form.growthApprovals !== policy.growthApprovals ||
    JSON.stringify(form.proof) !== JSON.stringify(toProofForm(policy.proof)) ||
    !same(form.bypassRoles, policy.bypassRoles) ||
    !same(form.publishOnSync, policy.publishOnSync) ||
    !same(readLabels(form.labels), policy.protectedLabels)
  );
}

/** "reviewer or above"; the highest role has none above. */
export const orAbove = (role: Role) => (role === roles.at(-1) ? role : `${role} or above`);

/** The policy in sentences, for as many people as there are now. */
export function policyNow(policy: Policy, people: number): string[] {
  const { approvals, approverRole, openThreadsBlock, findingsBlock, bypassRoles, protectedLabels } = policy;
  const { publishOnSync } = policy;
  const approving =
    people <= 1
      ? "One person works here, so no approval is asked for."
      : approvals === 0
        ? "No approval is asked for."
        : `${formatCount(approvals, "approval")} of exactly what is published, by ${approverRole === "reviewer" ? "a" : "an"} ${orAbove(approverRole)}; nobody approves what they wrote part of.`;
  return [
    approving,
    ...(people > 1 && policy.growthApprovals > 0
      ? [
          `${formatCount(policy.growthApprovals, "approval")} where a draft can do more than what is published, by people who were shown it.`,
        ]
      : []),
    openThreadsBlock ? "Open threads block publishing." : "Open threads do not block publishing.",
    findingsBlock
      ? "Blocking findings block publishing until each is dismissed with a reason."
      : "Blocking findings do not block publishing.",
    policy.specificationBlocks
      ? "Errors by the specification block publishing."
      : "Errors by the specification are warnings, where a careful reader can do without.",
    proofNow(policy.proof),
    publishOnSync.length === 0
      ? "No sync of a source publishes."
      : `${publishOnSync.includes(everySource) ? "A sync of any source" : `A sync of ${publishOnSync.join(", ")}`} publishes what it brings, without approvals here; all else is asked for.`,
    bypassRoles.length === 0
      ? "Nobody may bypass the policy."
      : `Bypass, with a reason that the audit keeps: ${bypassRoles.join(", ")}.`,
    protectedLabels.length === 0
      ? "No label is protected."
      : `Protected: ${protectedLabels.join(", ")}. Only admins and owners move these, and only to versions that met the policy.`,
  ];
}
