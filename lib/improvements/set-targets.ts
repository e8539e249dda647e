import { charactersOf } from "./check-description";
import type { FrozenPlan, Subject } from "./frozen-plan";
import { improvementLimits } from "./improvement-options";

/**
 * What each description is to come to. Of one skill what is asked for; of a whole catalogue each gives the same share, and
 * those that cannot be searched for keep what they have.
 */
export function setTargets(plan: FrozenPlan, { to, whole }: { to: number; whole: boolean }): FrozenPlan {
  const own = plan.subjects.filter(({ why }) => why === null);
  const total = own.reduce((sum, one) => sum + charactersOf(one.description), 0);
  const kept = [...plan.siblings, ...plan.subjects.filter(({ why }) => why !== null)].reduce(
    (sum, one) => sum + charactersOf(one.description),
    0,
  );
  const share = whole ? Math.max(0, to - kept) / Math.max(1, total) : null;
  const targetOf = ({ description }: Subject): number => {
    const from = charactersOf(description);
    const wanted = share === null ? to : Math.floor(from * share);
    return Math.min(from, Math.max(Math.min(improvementLimits.leastLength, from), wanted));
  };
  return {
    ...plan,
    subjects: plan.subjects.map((one) => (one.why === null ? { ...one, target: targetOf(one) } : one)),
  };
}
