import type { FrozenPlan } from "./frozen-plan";
import { improvementLimits } from "./improvement-options";

type Watching = Pick<FrozenPlan, "suites" | "unwatched">;

/** Those of the skills themselves, all of them, then neighbours' up to the limit; who is past it is named as unwatched. */
export function chooseSuites<Plan extends Watching>(plan: Plan, subjects: ReadonlySet<string>): Plan {
  const own = plan.suites.filter(({ skill }) => subjects.has(skill));
  const neighbours = plan.suites.filter(({ skill }) => !subjects.has(skill));
  const room = Math.max(0, improvementLimits.suites - own.length);
  return {
    ...plan,
    suites: [...own, ...neighbours.slice(0, room)],
    unwatched: [...plan.unwatched, ...neighbours.slice(room).map(({ skill }) => skill)],
  };
}
