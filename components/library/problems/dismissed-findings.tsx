"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import type { Dismissed } from "./split-findings";
import type { Dismissals } from "./use-dismissals";

type DismissedFindingsProps = {
  findings: readonly Dismissed[];
  dismissals: Dismissals;
  /** A link or a button that goes to the place. */
  place: (finding: Dismissed) => ReactNode;
};

/** What somebody has accepted, folded away: who, when, why, and the way back. */
export function DismissedFindings({ findings, dismissals, place }: DismissedFindingsProps) {
  const { mayDismiss, restore } = dismissals;
  if (findings.length === 0) return null;
  return (
    <details className="group/dismissed">
      <summary className="flex min-h-row cursor-pointer list-none items-center gap-2 px-4 text-ink-2 hover:bg-hover">
        <Icon of={ChevronRight} size={14} className="transition-transform group-open/dismissed:rotate-90" />
        Dismissed ({findings.length})
      </summary>
      <ul aria-label="Dismissed findings">
        {findings.map((finding) => (
          <li
            key={`${finding.fingerprint} ${finding.range.startLine} ${finding.range.startColumn}`}
            className="grid gap-y-0.5 border-line border-b py-2.5 pr-4 pl-10"
          >
            <p className="text-ink-2 [overflow-wrap:anywhere]">
              <ShownText text={finding.message} />
            </p>
            <p className="[overflow-wrap:anywhere]">
              “<ShownText text={finding.dismissal.reason} />”
            </p>
            <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
              <span>
                <ShownText text={finding.dismissal.by.name} />, <RelativeTime at={finding.dismissal.at} ago />
              </span>
              {place(finding)}
              <span className="font-mono">{finding.rule}</span>
              {mayDismiss ? (
                <TextButton
                  aria-label={`Undo: ${finding.rule} in ${finding.path}, line ${finding.range.startLine}`}
                  aria-disabled={restore.isPending}
                  onClick={() => (restore.isPending ? undefined : restore.mutate(finding.fingerprint))}
                >
                  Undo
                </TextButton>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
