import { type Comparison, compareVersions } from "@/lib/statistics/compare-versions";
import { type Proportion, proportionOf } from "@/lib/statistics/wilson-interval";
import type { CaseOutcome, JudgedCase } from "./judge-suite";

/** A case that came to something else. */
export type TurnedCase = { id: string; before: CaseOutcome; after: CaseOutcome; by: string | null };

/** Two runs over the cases that both have, by their ids; `added` and `removed` are in no figure. */
export type SuiteComparison = Comparison & {
  turned: TurnedCase[];
  added: string[];
  removed: string[];
};

/** Compares two runs: what turned, and the exact McNemar test over cases. `before` is the older or approved one. */
export function compareSuiteRuns(
  before: readonly JudgedCase[],
  after: readonly JudgedCase[],
): SuiteComparison {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const later = new Set(after.map(({ id }) => id));
  const common = after.flatMap((one) => {
    const was = earlier.get(one.id);
    return was ? [{ id: one.id, was, is: one }] : [];
  });
  return {
    ...compareVersions(
      common.map(({ id, was, is }) => ({ id, before: repeatsOf(was), after: repeatsOf(is) })),
    ),
    turned: turnedOf(common),
    added: after.filter(({ id }) => !earlier.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !later.has(id)).map(({ id }) => id),
  };
}

/** The share of cases whose outcome is another the second time, of those that were measured both times. */
export type Repetition = { compared: number; flipped: number; share: Proportion | null; cases: TurnedCase[] };

/** What the same bytes come to when they are tried again: what a single run's outcomes are worth. */
export function compareRepetition(before: readonly JudgedCase[], after: readonly JudgedCase[]): Repetition {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const both = after.flatMap((is) => {
    const was = earlier.get(is.id);
    return was && isMeasured(was) && isMeasured(is) ? [{ id: is.id, was, is }] : [];
  });
  const cases = turnedOf(both);
  return {
    compared: both.length,
    flipped: cases.length,
    share: proportionOf(cases.length, both.length),
    cases,
  };
}

const isMeasured = ({ outcome }: JudgedCase): boolean => outcome !== null && outcome !== "invalid";

/** A case that was not measured has no valid repeat, whatever a single trial of it says. */
const repeatsOf = (one: JudgedCase) =>
  isMeasured(one) ? { right: one.right, valid: one.counted } : { right: 0, valid: 0 };

const turnedOf = (pairs: readonly { id: string; was: JudgedCase; is: JudgedCase }[]): TurnedCase[] =>
  pairs.flatMap(({ id, was, is }) =>
    was.outcome === null || is.outcome === null || was.outcome === is.outcome
      ? []
      : [{ id, before: was.outcome, after: is.outcome, by: is.by ?? was.by }],
  );
