/** What a suite asks: whether the skill is found; what it does for tasks. */
export const suiteKinds = ["trigger", "effect"] as const;

/**
 * How a task of an effect run is tried. `without`: the agent as it is, without the skill; `found`: the skill is in the
 * catalogue and the model decides; `given`: its text is in the prompt from the start; `approved`: as found, with the last
 * published version in its place; `left-out`: as given, one file of the package missing. Trigger trials are all `found`.
 */
export const trialArms = ["without", "found", "given", "approved", "left-out"] as const;

/** Whose bytes are tried: the draft as it is when the run starts, or one version. */
export const triedSources = ["draft", "version"] as const;

/** `stopped`: by a person or by a limit, what was done is kept; `failed`: it could not go on. `failure` says why. */
export const suiteRunStates = ["queued", "running", "done", "stopped", "failed"] as const;
export type SuiteRunState = (typeof suiteRunStates)[number];
export const isGoingOn = (state: SuiteRunState): boolean => state === "queued" || state === "running";

/** `queued` in a run that has ended: it was not tried. */
export const trialStates = ["queued", "running", "done", "invalid"] as const;

/**
 * `missed`: nothing was activated though something should have been; `stolen`: another skill was; `fired`: it should not
 * have been activated, and was; `invalid`: nothing can be said, so it counts in no figure.
 */
export const triggerOutcomes = ["right", "missed", "stolen", "fired", "invalid"] as const;
export type TriggerOutcome = (typeof triggerOutcomes)[number];

/**
 * `passed`: at least one grader decided, and all that decided passed. `answered`: only a judge says something of it, by
 * comparing arms. `invalid`: as above, or nothing could decide.
 */
export const effectOutcomes = ["passed", "failed", "answered", "invalid"] as const;

export const trialOutcomes = [
  "right",
  "missed",
  "stolen",
  "fired",
  "passed",
  "failed",
  "answered",
  "invalid",
] as const;
export type TrialOutcome = (typeof trialOutcomes)[number];

/** Why nothing can be said of a trial. */
export const invalidReasons = [
  "time-limit",
  "provider-error",
  "spending-limit",
  "cap",
  "refusal",
  "truncated",
  "empty-answer",
  "step-limit",
  "host-ended",
  "server-ended",
  "internal-error",
  /** The skill was to be given, and could not be. */
  "not-given",
  /** The model read the file in which the tasks and what passes them stand. */
  "saw-answers",
  /** No grader could decide. */
  "ungraded",
  /** One of the two answers that a judge was to compare is none. */
  "no-answer",
  /** The judge answered with something that is no judgement. */
  "not-a-judgement",
] as const;
export type InvalidReason = (typeof invalidReasons)[number];

/** In words why a trial counts for nothing. */
export const invalidWords = {
  "time-limit": "the time limit",
  "provider-error": "the provider failed",
  "spending-limit": "the spending limit",
  cap: "the cap",
  refusal: "the model refused",
  truncated: "the answer was cut",
  "empty-answer": "an empty answer",
  "step-limit": "the limit of steps",
  "host-ended": "the host ended it",
  "server-ended": "the server ended in it",
  "internal-error": "an error here",
  "not-given": "the skill could not be given",
  "saw-answers": "the model read the tasks' file",
  ungraded: "no grader could decide",
  "no-answer": "one of the two is no answer",
  "not-a-judgement": "the judge named no winner",
} as const satisfies Record<InvalidReason, string>;

/** `mention`: the host activated it by itself, because the query names it; `given`: it was in the prompt from the start. */
export const activators = ["model", "mention", "given"] as const;
export type Activator = (typeof activators)[number];

/** Which arms a judge holds against the one without the skill. */
export const judgedArms = ["found", "given"] as const;

/** Of the side with the skill. */
export const directions = ["win", "tie", "loss"] as const;

/** `skipped`: graders had told the two apart. */
export const judgementOutcomes = ["win", "tie", "loss", "skipped", "invalid"] as const;
export type JudgementOutcome = (typeof judgementOutcomes)[number];

/** Labels of people until what a judge says counts as calibrated. */
export const labelsNeeded = 30;

/** What became of a skill since its bytes were frozen for a run, which goes on with the frozen ones. */
export const skillChanges = ["changed", "withdrawn", "deleted"] as const;

/**
 * What may be said of a suite in one host. `too-few`: too few cases to judge; `scripted`: no model answered; `invalid`:
 * the measurement is; `no-baseline`: there is nothing to compare it with.
 */
export const verdictWords = ["too-few", "scripted", "invalid", "no-baseline"] as const;

/** What may be said of an effect run in one host, found against without. */
export const effectVerdictWords = [
  "improved",
  "not-shown",
  "worse",
  "invalid-measurement",
  "scripted",
  "pending",
] as const;
export const countsOutcomes = ["improved", "not-shown", "worse"] as const;

/** Why a run of the same bytes is not pooled with another one. */
export const poolRefusals = [
  "deleted",
  "going-on",
  "scripted",
  "live",
  "another-agent",
  "another-model",
  "another-suite",
  "another-catalogue",
  "too-many",
] as const;
export type PoolRefusal = (typeof poolRefusals)[number];

/** Of one model, of one workspace, and of all of them, on one server at once. */
export const trialsAtOnce = { each: 4, workspace: 8, all: 12 } as const;

export const suiteLimits = {
  cases: 1_000,
  repeats: 20,
  /** Files that one run leaves out, one at a time. */
  leftOut: 50,
  /** Of one run: dialects times cases times repeats. */
  trials: 20_000,
  /** Runs that go on at once in a workspace. */
  goingOn: 20,
  /** US dollars. */
  cap: 10_000,
  leastCap: 0.000_001,
} as const;

export const usualRepeats = 3;
