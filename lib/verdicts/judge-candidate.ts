import { amongTried, isCredibleAmong } from "@/lib/statistics/credible-gain";
import { verdictLimits } from "@/lib/statistics/improvement-rule";
import { compareSuiteRuns, type SuiteComparison } from "./compare-suite-runs";
import type { JudgedCase } from "./judge-suite";

/** One suite, or one part of it, as it is without a candidate and with it. */
export type BeforeAfter = { before: readonly JudgedCase[]; after: readonly JudgedCase[] };

/** `broken`: so many cases were not measured that nothing may be said. */
export type ComparedSide = SuiteComparison & { broken: boolean };

/** Compares one side; cases that are in one of the two alone are in no figure. */
export function compareSide({ before, after }: BeforeAfter): ComparedSide {
  const comparison = compareSuiteRuns(before, after);
  const common = after.length - comparison.added.length;
  const unmeasured = comparison.unmeasured.length / Math.max(1, common);
  return { ...comparison, broken: common === 0 || unmeasured > verdictLimits.mostInvalid };
}

/**
 * What a candidate is on cases that it was not made from. `improves`: credibly better there, also considering how many
 * were tried. `not-shown`: better there, which chance does as easily. `train-only-gain`: better on the cases that it was
 * made from alone: it learnt sentences by heart. `no-gain`: better nowhere. `worse`: it loses more than it gains there.
 */
export const improvementWords = [
  "improves",
  "not-shown",
  "train-only-gain",
  "no-gain",
  "worse",
  "not-measured",
] as const;
export type ImprovementWord = (typeof improvementWords)[number];

type Sides = { training: BeforeAfter; heldOut: BeforeAfter; tried: number };

export type JudgedImprovement = {
  word: ImprovementWord;
  training: ComparedSide;
  heldOut: ComparedSide;
  /** Of the held-out gain, one-sided, considering how many were tried. */
  p: number;
};

/** Judges a candidate of several by its held-out cases; what it was made from only says what kind of failure it is. */
export function judgeImprovement({ training, heldOut, tried }: Sides): JudgedImprovement {
  const [learnt, held] = [compareSide(training), compareSide(heldOut)];
  const word = wordOf(learnt, held, tried);
  return { word, training: learnt, heldOut: held, p: amongTried(held.test.greater, tried) };
}

function wordOf(training: ComparedSide, heldOut: ComparedSide, tried: number): ImprovementWord {
  if (heldOut.broken) return "not-measured";
  const net = heldOut.gained.length - heldOut.lost.length;
  if (net < 0) return "worse";
  if (net > 0) return isCredibleAmong(heldOut.test.greater, tried) ? "improves" : "not-shown";
  return training.gained.length > training.lost.length ? "train-only-gain" : "no-gain";
}

/** `unknown`: right before, and not measured after: nobody knows whether it flipped. */
export type Flips = { lost: string[]; unknown: string[] };

/** Cases that were right and are so no more. For what must not get worse each one counts, credible or not. */
export function findFlips({ before, after }: BeforeAfter): Flips {
  const wasRight = new Set(before.filter(({ outcome }) => outcome === "right").map(({ id }) => id));
  const fallen = after.filter(({ id, outcome }) => wasRight.has(id) && outcome !== "right");
  const isUnknown = ({ outcome }: JudgedCase) => outcome === null || outcome === "invalid";
  return {
    lost: fallen.filter((one) => !isUnknown(one)).map(({ id }) => id),
    unknown: fallen.filter(isUnknown).map(({ id }) => id),
  };
}
