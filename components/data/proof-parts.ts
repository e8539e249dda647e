/** What of a suite no run moves: its cases as they are written, and what a run would cost. */
export const proofPartsBesideRuns = ["suite", "estimate"] as const;

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
  | "radar";
  | "improvements";
