import { verdictLimits } from "@/lib/statistics/improvement-rule";
import { isMeasured, isMostlyRight } from "@/lib/statistics/majority";
import { scoreCases } from "@/lib/statistics/score-cases";
import { type Proportion, proportionOf } from "@/lib/statistics/wilson-interval";
import { type Confusion, countConfusion, countPairs, type SkillPair } from "./confusion";

/**
 * What should happen: a skill is activated, this one or a sibling; this one is not, whatever else is; or none is.
 * `not-this` is all that a plain `should_trigger: false` says.
 */
export type Expected = { kind: "skill"; name: string } | { kind: "not-this" } | { kind: "nothing" };

/** In the order in which they are told; of those that are wrong, the one that names a culprit comes first. */
const caseOutcomes = ["right", "stolen", "fired", "missed", "invalid"] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

export type AskedCase = { id: string; expected: Expected };

/** One trial that has ended. `by`: the skill that was activated instead, or though none should have been. */
export type EndedTrial = {
  case: string;
  outcome: CaseOutcome;
  /** Each skill once, in order. */
  activated: readonly string[];
  by: string | null;
  invalid: { reason: string; message: string } | null;
};

/** What the repeats of one case come to. */
export type JudgedCase = AskedCase & {
  /** Of the majority: `invalid` where fewer than half of the trials count; null before one has ended. */
  outcome: CaseOutcome | null;
  by: string | null;
  /** k of n: trials that were right, of those that count. */
  right: number;
  counted: number;
  invalid: number;
  /** In how many trials that count each skill was activated. */
  activated: { skill: string; trials: number }[];
  /** Skills that came after another in a trial. */
  alsoActivated: string[];
};

/** Shares are over cases, never over trials, with 95 % Wilson intervals; null where they would be a share of nothing. */
export type SuiteFigures = {
  cases: JudgedCase[];
  /** Cases of which at least half of the trials count. */
  measured: number;
  precision: Proportion | null;
  recall: Proportion | null;
  accuracy: Proportion | null;
  f1: { share: number; low: number; high: number } | null;
  outcomes: Record<CaseOutcome, number>;
  /** Trials that count in no figure, the most frequent reason first; `message` of one of them. */
  invalid: { reason: string; trials: number; message: string }[];
  /** Of the trials that have ended. */
  invalidShare: Proportion | null;
  /** A skill should have been activated and no skill ever was: rather a broken measurement than a bad description. */
  nothingFired: boolean;
  confusion: Confusion;
  /** Skills that were loaded together for one message, a defect of its own. */
  together: SkillPair[];
  /** What may be said, heaviest first: nothing of scripts, of broken measurements and of fewer than ten cases. */
  word: "scripted" | "invalid" | "too-few" | "judged";
};

export type SuiteToJudge = {
  /** Whose suite it is. */
  skill: string;
  cases: readonly AskedCase[];
  /** Of one dialect. */
  trials: readonly EndedTrial[];
  /** No model answered. */
  scripted: boolean;
  /** Something was wrong with the suite before anything was measured (its self-check failed). */
  unsound?: boolean;
};

/** What the trials of a suite in one dialect amount to. Invalid trials are counted apart and are in no figure. */
export function judgeSuite({ skill, cases, trials, scripted, unsound = false }: SuiteToJudge): SuiteFigures {
  const trialsOf = Map.groupBy(trials, (trial) => trial.case);
  const judged = cases.map((one) => judgeCase(one, trialsOf.get(one.id) ?? []));
  const measured = judged.filter(({ outcome }) => outcome !== null && outcome !== "invalid");
  const ended = judged.filter(({ outcome }) => outcome !== null);
  const scores = scoreCases(measured.map((one) => firedOrNot(one, skill)));
  const counts = cases.map(({ id, expected }) => ({
    id,
    expected,
    trials: (trialsOf.get(id) ?? []).filter(isValid),
  }));
  const nothingFired =
    measured.some(({ expected }) => expected.kind === "skill") &&
    measured.every(({ activated }) => activated.length === 0);
  const count = (outcome: CaseOutcome) => judged.filter((one) => one.outcome === outcome).length;
  const outcomes = {
    right: count("right"),
    missed: count("missed"),
    stolen: count("stolen"),
    fired: count("fired"),
    invalid: count("invalid"),
  };
  const unmeasured = ended.length - measured.length;
  const broken =
    unsound || nothingFired || (ended.length > 0 && unmeasured / ended.length > verdictLimits.mostInvalid);
  return {
    cases: judged,
    measured: measured.length,
    precision: scores.precision,
    recall: scores.recall,
    f1: scores.f1,
    accuracy: proportionOf(outcomes.right, measured.length),
    outcomes,
    invalid: countReasons(trials),
    invalidShare: proportionOf(trials.filter((trial) => !isValid(trial)).length, trials.length),
    nothingFired,
    confusion: countConfusion(counts, skill),
    together: countPairs(counts),
    word: scripted ? "scripted" : broken ? "invalid" : scores.canBeJudged ? "judged" : "too-few",
  };
}

const isValid = ({ outcome }: EndedTrial): boolean => outcome !== "invalid";

function judgeCase(asked: AskedCase, trials: readonly EndedTrial[]): JudgedCase {
  const valid = trials.filter(isValid);
  const right = valid.filter(({ outcome }) => outcome === "right").length;
  const names = [...new Set(valid.flatMap(({ activated }) => activated))];
  const outcome = outcomeOf(trials.length, valid, right);
  const culprits = valid.flatMap((trial) =>
    trial.outcome === outcome && trial.by !== null ? [trial.by] : [],
  );
  return {
    id: asked.id,
    expected: asked.expected,
    outcome,
    by: mostFrequent(culprits),
    right,
    counted: valid.length,
    invalid: trials.length - valid.length,
    activated: names.map((skill) => ({
      skill,
      trials: valid.filter(({ activated }) => activated.includes(skill)).length,
    })),
    alsoActivated: [...new Set(valid.flatMap(({ activated }) => activated.slice(1)))],
  };
}

/** Right by more than half of what counts; else what was wrong most often. Half invalid is not what was declared. */
function outcomeOf(ended: number, valid: readonly EndedTrial[], right: number): CaseOutcome | null {
  if (ended === 0) return null;
  if (!isMeasured(valid.length, ended)) return "invalid";
  if (isMostlyRight({ right, valid: valid.length })) return "right";
  const wrong = valid.flatMap(({ outcome }) => (outcome === "right" ? [] : [outcome]));
  const sorted = wrong.toSorted((left, other) => caseOutcomes.indexOf(left) - caseOutcomes.indexOf(other));
  return mostFrequent(sorted);
}

/** The first of those that stand most often; null of none. */
function mostFrequent<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  for (const [value, count] of counts) if (count === most) return value;
  return null;
}

/** By halves is wrong in either direction: it neither found what it should nor kept quiet. */
function firedOrNot({ expected, activated, counted }: JudgedCase, skill: string) {
  const shouldFire = expected.kind === "skill" && expected.name === skill;
  const trials = activated.find((one) => one.skill === skill)?.trials ?? 0;
  return { shouldFire, fired: shouldFire ? trials * 2 > counted : trials * 2 >= counted };
}

function countReasons(trials: readonly EndedTrial[]): SuiteFigures["invalid"] {
  const invalid = trials.flatMap((trial) => (isValid(trial) ? [] : [trial.invalid ?? unknown]));
  return [...Map.groupBy(invalid, ({ reason }) => reason)]
    .map(([reason, all]) => ({ reason, trials: all.length, message: all[0]?.message ?? "" }))
    .toSorted((left, right) => right.trials - left.trials);
}

const unknown = { reason: "internal-error", message: "" };
