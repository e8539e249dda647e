"use client";

import { CodeWords } from "@/components/ui/code-words";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import type { PortableReport as Report } from "@/lib/library/exports/export-schema";

/** What the portable form changes, or which rules stand in its way. */
export function PortableReport({ report }: { report: Report }) {
  const { moved, problems } = report;
  if (problems.length > 0)
    return (
      <Notice tone="warning" title="Some host refuses this skill as it is">
        <ul aria-label="Blocks the export" className="grid gap-1">
          {problems.map(({ rule, message }) => (
            <li key={`${rule}:${message}`} className="[overflow-wrap:anywhere]">
              <CodeWords text={message} />{" "}
              <code className="text-ink-3">
                <ShownText text={rule} />
              </code>
            </li>
          ))}
        </ul>
      </Notice>
    );
  if (moved.length === 0)
    return <p className="text-13 text-ink-2">It has only fields that every host knows.</p>;
  return (
    <ul aria-label="What changes" className="grid gap-1 text-13 text-ink-2">
      {moved.map(({ field, to }) => (
        <li key={field} className="[overflow-wrap:anywhere]">
          <code>
            <ShownText text={field} />
          </code>{" "}
          {to === null ? (
            "is empty and left out"
          ) : (
            <>
              moves to{" "}
              <code>
                <ShownText text={to} />
              </code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
