/** What a suite asks: whether the skill is found. */
export const suiteKinds = ["trigger"] as const;

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
export const trialOutcomes = ["right", "missed", "stolen", "fired", "invalid"] as const;
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
] as const;
export type InvalidReason = (typeof invalidReasons)[number];

/** `mention`: the host activated it by itself, because the query names it. */
export const activators = ["model", "mention"] as const;
export type Activator = (typeof activators)[number];

/** What became of a skill since its bytes were frozen for a run, which goes on with the frozen ones. */
export const skillChanges = ["changed", "withdrawn", "deleted"] as const;

/**
 * What may be said of a suite in one host. `too-few`: too few cases to judge; `scripted`: no model answered; `invalid`:
 * the measurement is; `no-baseline`: there is nothing to compare it with.
 */
export const verdictWords = ["too-few", "scripted", "invalid", "no-baseline"] as const;

/** Of one model, of one workspace, and of all of them, on one server at once. */
export const trialsAtOnce = { each: 4, workspace: 8, all: 12 } as const;

export const suiteLimits = {
  cases: 1_000,
  repeats: 20,
  /** Of one run: dialects times cases times repeats. */
  trials: 20_000,
  /** Runs that go on at once in a workspace. */
  goingOn: 20,
  /** US dollars. */
  cap: 10_000,
  leastCap: 0.000_001,
} as const;

export const usualRepeats = 3;

/** How long sessions of trials stay; their outcomes and figures stay for good. */
export const keptLogDays = 90;
