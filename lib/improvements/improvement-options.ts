import { mostLengths } from "./next-length";

/** `improve`: a description of one skill that is found more often. `shorten`: descriptions of one or all skills of an agent. */
export const improvementKinds = ["improve", "shorten"] as const;
export type ImprovementKind = (typeof improvementKinds)[number];

/** `stopped`: by a person or by its limit; `failed`: it could not go on. What was done stays. */
export const improvementStates = ["running", "done", "stopped", "failed"] as const;
export type ImprovementState = (typeof improvementStates)[number];

/**
 * What a search came to. `suggested`: at least one text is a suggestion in review. `accepted`: one would be, and could not
 * be put there. `none`: every candidate was refused. `scripted`: no model answered, so nothing is suggested.
 * `nothing-to-learn`: no training case is wrong. `out-of-reach`: so few held-out cases are wrong that no gain could be
 * shown. `not-measured`: what stands could not be measured. `no-candidates`: the writer gave nothing that can be used.
 * `short-enough`: nothing has to be shortened.
 */
export const improvementOutcomes = [
  "suggested",
  "accepted",
  "none",
  "scripted",
  "nothing-to-learn",
  "out-of-reach",
  "not-measured",
  "no-candidates",
  "short-enough",
] as const;
export type ImprovementOutcome = (typeof improvementOutcomes)[number];

/**
 * What became of one text. `standing`: what stands already, measured. `accepted`: the best of those that passed; `passed`:
 * another one passed and is better, or shorter. `scripted`: it would have passed, and no model answered. `unfit`: it is no
 * description that the format takes. `flipped`: too short, a held-out case is no longer right. The others are of
 * `judgeImprovement`; of neighbours: `neighbour-lost`, `neighbour-not-measured`.
 */
export const attemptWords = [
  "standing",
  "accepted",
  "passed",
  "scripted",
  "unfit",
  "flipped",
  "not-shown",
  "train-only-gain",
  "no-gain",
  "worse",
  "not-measured",
  "neighbour-lost",
  "neighbour-not-measured",
] as const;
export type AttemptWord = (typeof attemptWords)[number];

export const passes = (word: AttemptWord | null): boolean =>
  word === "passed" || word === "accepted" || word === "scripted";

export const usualWanted = 3;
export const usualTrials = 3;
export const improvementLimits = {
  wanted: 5,
  /** Of descriptions, at most: the format's own limit. */
  description: 1_024,
  /** Characters that a skill's description is never asked to be shorter than. */
  leastLength: 40,
  /** Skills whose suites are run: their own, then neighbours in the order of the catalogue. */
  suites: 40,
  /** Searches that go on at once in a workspace. */
  goingOn: 5,
} as const;

/** How many texts are tried at most, besides what stands. */
export const mostAttempts = (kind: ImprovementKind, wanted: number, subjects: number): number =>
  kind === "improve" ? wanted : subjects * mostLengths;
