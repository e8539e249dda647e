import { isMostlyRight, type Repeats } from "./majority";
import { type McNemarTest, mcNemarTest } from "./mcnemar-test";

/** A p-value of at most this much is called credible, everywhere. */
export const significance = 0.05;

/** One case or task of two measurements; `before` is the last approved version, `after` the one that is looked at. */
export type ComparedCase = { readonly id: string; readonly before: Repeats; readonly after: Repeats };

/** Ids are in the order of the cases. `unmeasured`: cases without a valid repeat on one side, which are in no figure. */
export type Comparison = {
  readonly outcome: "better" | "no difference shown" | "worse";
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly unmeasured: readonly string[];
  readonly test: McNemarTest;
};

/**
 * Compares two versions over the same cases: each case is right by the majority of its repeats, then the exact McNemar
 * test over cases, one-sided at 5 % in each of both directions: of measurements of the same bytes, up to 5 % are called
 * better and up to 5 % worse. The same for triggers and for the regression of tasks.
 */
export function compareVersions(cases: readonly ComparedCase[]): Comparison {
  const judged = cases.map(({ id, before, after }) => ({
    id,
    before: isMostlyRight(before),
    after: isMostlyRight(after),
  }));
  const pairs = judged.flatMap(({ id, before, after }) =>
    before === null || after === null ? [] : [{ id, before, after }],
  );
  const test = mcNemarTest(pairs);
  return {
    outcome: outcomeOf(test),
    gained: pairs.filter(({ before, after }) => after && !before).map(({ id }) => id),
    lost: pairs.filter(({ before, after }) => before && !after).map(({ id }) => id),
    unmeasured: judged.filter(({ before, after }) => before === null || after === null).map(({ id }) => id),
    test,
  };
}

function outcomeOf({ greater, less }: McNemarTest): Comparison["outcome"] {
  if (less <= significance) return "worse";
  return greater <= significance ? "better" : "no difference shown";
}
