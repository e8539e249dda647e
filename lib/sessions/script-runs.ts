/** In the row of a call whose script runs, in the place of a decision: `stop` takes its place. */
export const scriptRuns = "running";
