/** `stopped`: by a person or by the budget, what was done is kept. `failure` says why. */
export const radarStates = ["running", "done", "stopped"] as const;

/** `skipped`: it could not be tried, `reason` says why; `not-reached`: the run ended before its turn. */
export const radarStepStates = ["waiting", "running", "done", "skipped", "not-reached"] as const;

/** Which of the two models a step tries. */
export const radarRoles = ["new", "earlier"] as const;

export const radarLimits = {
  /** Skills of one run. */
  skills: 200,
  /** Runs that go on at once in a workspace. */
  goingOn: 3,
} as const;
