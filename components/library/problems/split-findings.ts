import type { Finding } from "@/lib/findings/finding";
import type { DraftFinding } from "@/lib/library/drafts/draft-schema";

export type Dismissed = Finding & { dismissal: NonNullable<DraftFinding["dismissal"]> };

/** What still counts, and what somebody has accepted. */
export function splitFindings(findings: readonly DraftFinding[]): {
  open: Finding[];
  dismissed: Dismissed[];
} {
  const open: Finding[] = [];
  const dismissed: Dismissed[] = [];
  for (const { dismissal, ...finding } of findings)
    if (dismissal) dismissed.push({ ...finding, dismissal });
    else open.push(finding);
  return { open, dismissed };
}

/** The findings of a text that is not saved yet, with the dismissals of the same findings in the saved one. */
export function withSavedDismissals(
  findings: readonly Finding[],
  saved: readonly DraftFinding[],
): DraftFinding[] {
  const known = new Map(saved.map(({ fingerprint, dismissal }) => [fingerprint, dismissal]));
  return findings.map((finding) => ({ ...finding, dismissal: known.get(finding.fingerprint) ?? null }));
}
