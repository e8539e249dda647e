import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import type { VersionDismissal } from "@/lib/library/versions/version-schema";

/** The findings that somebody had accepted when this version was published. */
export function VersionDismissals({ dismissals }: { dismissals: readonly VersionDismissal[] }) {
  if (dismissals.length === 0) return null;
  return (
    <details className="flex-none border-line border-b">
      <summary className="min-h-row cursor-pointer px-4 py-2 text-ink-2 hover:bg-hover">
        Published with dismissed findings ({dismissals.length})
      </summary>
      <ul
        aria-label="Findings dismissed when this was published"
        className="max-h-[240px] overflow-auto pb-2"
      >
        {dismissals.map(({ fingerprint, message, reason, by, at, path, line, rule }) => (
          <li key={`${fingerprint} ${line}`} className="grid gap-y-0.5 px-4 py-2">
            <p className="text-ink-2 [overflow-wrap:anywhere]">
              <ShownText text={message} />
            </p>
            <p className="[overflow-wrap:anywhere]">
              “<ShownText text={reason} />”
            </p>
            <p className="flex flex-wrap gap-x-2 text-12 text-ink-3">
              <span>
                <ShownText text={by.name} />, <RelativeTime at={at} ago />
              </span>
              <span>
                <ShownText text={path} />, line {line}
              </span>
              <span className="font-mono">
                <ShownText text={rule} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
