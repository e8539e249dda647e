import type { Role } from "@/lib/access/permissions";
import { type FourEyes, whyNoApprover } from "./four-eyes";

/** What somebody's word is about: these bytes, with what was found in them dismissed as it was. */
export type Reviewed = { digest: string; findingsRevision: number };

export type GivenVerdict = Reviewed & {
  id: string;
  userId: string;
  kind: "approved" | "changes_requested";
};

/** How one verdict stands: `why` says why it does not count. */
export type VerdictStanding = { stale: boolean; counts: boolean; why: string | null };

const staleWords = {
  bytes: "The draft has changed since.",
  findings: "A finding was dismissed or restored since.",
} as const;
export type Staleness = keyof typeof staleWords;

/** What has changed since a word was given on a draft; null while it is about the draft as it is now. Nothing else decides this. */
export function staleBy(given: Reviewed, now: Reviewed): Staleness | null {
  if (given.digest !== now.digest) return "bytes";
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

type VerdictFacts = FourEyes & { now: Reviewed; approverRole: Role; verdicts: readonly GivenVerdict[] };

/** What each word is worth now, by the verdict's id. */
export function judgeVerdicts(facts: VerdictFacts): Map<string, VerdictStanding> {
  const newest = new Set(newestOfEach(facts.verdicts));
  return new Map(
    facts.verdicts.map((verdict) => {
      const stale = staleBy(verdict, facts.now);
      const superseded = newest.has(verdict) ? null : "They said something else later.";
      const why =
        verdict.kind === "approved"
          ? ((stale && staleWords[stale]) ?? superseded ?? whyNoApprover(facts, verdict.userId))
          : null;
      const counts = verdict.kind === "approved" && why === null;
      return [verdict.id, { stale: stale !== null, counts, why }];
    }),
  );
}
