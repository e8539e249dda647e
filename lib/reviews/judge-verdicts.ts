import type { Role } from "@/lib/access/permissions";
import {
  type GivenVerdict,
  newestOfEach,
  type Reviewed,
  type Staleness,
  sayStale,
  staleBy,
} from "@/lib/approvals/staleness";
import { type FourEyes, whyNoApprover } from "./who-may-judge";

/** How one verdict stands: `why` says why it does not count. */
export type VerdictStanding = { staleBy: Staleness | null; counts: boolean; why: string | null };

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
          ? ((stale && sayStale(stale)) ?? superseded ?? whyNoApprover(facts, verdict.userId))
          : null;
      const counts = verdict.kind === "approved" && why === null;
      return [verdict.id, { staleBy: stale, counts, why }];
    }),
  );
}
