import { type Proportion, proportionOf, wilsonInterval } from "./wilson-interval";

/** With fewer cases than this no word of judgement is given, whatever the figures are. */
export const fewestCasesToJudge = 10;

/** One measured case of a trigger suite, by the majority of its repeats. */
export type TriggerCase = { readonly shouldFire: boolean; readonly fired: boolean };

/** Shares are over cases, never over trials; null where there is nothing that they would be a share of. */
export type CaseScores = {
  readonly cases: number;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
  /** Of the cases that fired, those that should. Null when nothing fired: that is no precision of 100 %. */
  readonly precision: Proportion | null;
  /** Of the cases that should fire, those that did. */
  readonly recall: Proportion | null;
  /** Twice the true positives, of those and all errors. Its interval is that of F* = TP / (TP + FP + FN), carried over. */
  readonly f1: { readonly share: number; readonly low: number; readonly high: number } | null;
  /** False under ten cases: "too few cases to judge". */
  readonly canBeJudged: boolean;
};

/** Counts the cases of a trigger suite and gives precision, recall and F1 with their 95 % intervals. */
export function scoreCases(cases: readonly TriggerCase[]): CaseScores {
  const count = (shouldFire: boolean, fired: boolean) =>
    cases.filter((one) => one.shouldFire === shouldFire && one.fired === fired).length;
  const [truePositives, falsePositives] = [count(true, true), count(false, true)];
  const [falseNegatives, trueNegatives] = [count(true, false), count(false, false)];
  return {
    cases: cases.length,
    truePositives,
    falsePositives,
    falseNegatives,
    trueNegatives,
    precision: proportionOf(truePositives, truePositives + falsePositives),
    recall: proportionOf(truePositives, truePositives + falseNegatives),
    f1: f1Of(truePositives, falsePositives + falseNegatives),
    canBeJudged: cases.length >= fewestCasesToJudge,
  };
}

/**
 * F1 = 2 F* / (1 + F*), where F* is a plain proportion (Hand, Christen and Kirielle 2021, Machine Learning 110): as the
 * one grows with the other, the Wilson bounds of F* become those of F1. No resampling, hence no seed.
 */
function f1Of(truePositives: number, errors: number): CaseScores["f1"] {
  const interval = wilsonInterval(truePositives, truePositives + errors);
  if (!interval) return null;
  const carry = (share: number) => (2 * share) / (1 + share);
  return {
    share: carry(truePositives / (truePositives + errors)),
    low: carry(interval.low),
    high: carry(interval.high),
  };
}
