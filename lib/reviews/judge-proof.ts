import type { ProofFacts } from "./count-proof";
import { effectRule } from "./judge-effect-proof";
import { neighboursRule } from "./judge-neighbour-proof";
import { triggersRule } from "./judge-trigger-proof";
import type { ProofPolicy, RuleResult } from "./policy-options";

export type { ProofFacts };

/** The rules of proof that the policy asks for. Whatever was measured on these bytes counts: none of it is picked out. */
export function judgeProof(policy: ProofPolicy, facts: ProofFacts | null): RuleResult[] {
  return [
    ...(policy.triggers ? [triggersRule(policy, policy.triggers, facts)] : []),
    ...(policy.effect ? [effectRule(policy, facts)] : []),
    ...(policy.neighbours ? [neighboursRule(policy, facts)] : []),
  ];
}
