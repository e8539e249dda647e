/** What somebody's word is about: these bytes, as executable as they were, with what was found in them dismissed as it was. */
export type Reviewed = {
  digest: string;
  /** Counts changes of which files are executable, of which no digest says anything. */
  modesRevision: number;
  /** Counts dismissals, and those taken back. */
  findingsRevision: number;
};

export type GivenVerdict = Reviewed & {
  id: string;
  userId: string;
  kind: "approved" | "changes_requested";
  /** A digest over what the draft can do, as the page showed it; null where it showed nothing. */
  capabilities?: string | null;
};

export const stalenesses = ["bytes", "modes", "findings"] as const;
export type Staleness = (typeof stalenesses)[number];

/** What happened, to go on with since when. */
export const staleClauses = {
  bytes: "the draft has changed",
  modes: "which files are executable has changed",
  findings: "a finding was dismissed or restored",
} as const satisfies Record<Staleness, string>;

/** "The draft has changed since.", "The draft has changed since it was approved." */
export function sayStale(staleness: Staleness, when = ""): string {
  const clause = staleClauses[staleness];
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)} since${when === "" ? "" : ` ${when}`}.`;
}

/** What has changed since a word was given on a draft; null while it is about the draft as it is now. Nothing else decides this. */
export function staleBy(given: Reviewed, now: Reviewed): Staleness | null {
  if (given.digest !== now.digest) return "bytes";
  if (given.modesRevision !== now.modesRevision) return "modes";
  return given.findingsRevision === now.findingsRevision ? null : "findings";
}

/** Each person's last word, of verdicts in the order in which they were given. */
export const newestOfEach = <Verdict extends { userId: string }>(verdicts: readonly Verdict[]): Verdict[] => [
  ...new Map(verdicts.map((verdict) => [verdict.userId, verdict])).values(),
];

/** The approvals that a change makes stale. */
export const lostApprovals = <Verdict extends GivenVerdict>(
  verdicts: readonly Verdict[],
  before: Reviewed,
  after: Reviewed,
): Verdict[] =>
  newestOfEach(verdicts).filter(
    (verdict) =>
      verdict.kind === "approved" && staleBy(verdict, before) === null && staleBy(verdict, after) !== null,
  );
