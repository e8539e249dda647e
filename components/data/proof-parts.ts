/**
 * What of a suite no run moves: its cases as they are written, what a run would cost, and the pairs of answers that somebody
 * goes through one by one.
 */
export const proofPartsBesideRuns = ["suite", "estimate", "labels"] as const;

/** What the key of a query of a suite names before its skill. */
export type ProofPart =
  | (typeof proofPartsBesideRuns)[number]
  | "runs"
  | "run"
  | "pool"
  | "cases"
  | "tasks"
  | "trial"
  | "proven"
  | "radar"
  | "improvements";
