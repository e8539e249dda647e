import { binomialTest } from "./exact-tests";
import { type TaskCounts, verdictLimits } from "./improvement-rule";

/** What the same tasks come to without the skill: of the measured ones, how many pass. */
export type WithoutSkill = TaskCounts & { readonly passedWithout: number };

/**
 * Whether a skill can be spared, by exact binomial tests over tasks: `noWin` of the hypothesis that it wins a fifth of tasks or
 * more (the least net win that counts), `passes` of the hypothesis that at most half of them pass without it. P-values.
 */
export type SparedTest = { readonly noWin: number; readonly passes: number };

export function testSpared({ wins, ties, losses, passedWithout }: WithoutSkill): SparedTest {
  const tasks = wins + ties + losses;
  return {
    noWin: binomialTest(wins, tasks, verdictLimits.leastNetWin).less,
    passes: binomialTest(passedWithout, tasks).greater,
  };
}

/** Both are shown: hardly any task is won by it, and most pass without it. No difference shown is not enough for that. */
export const isSpared = (counts: WithoutSkill): boolean =>
  counts.wins + counts.ties + counts.losses > 0 &&
  Object.values(testSpared(counts)).every((p) => p <= verdictLimits.p);

const mostTasksSearched = 300;

/**
 * How many tasks more would show that it can be spared, were each of them to pass without it and none to be won by it: the
 * fewest that can be enough. 0 where it is shown; null where 300 would not do.
 */
export function moreTasksToSpare({ wins, ties, losses, passedWithout }: WithoutSkill): number | null {
  for (let more = 0; more <= mostTasksSearched; more++)
    if (isSpared({ wins, ties: ties + more, losses, passedWithout: passedWithout + more })) return more;
  return null;
}
