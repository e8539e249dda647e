import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";

type SuiteFinding = TriggerSuite["findings"][number];

const looks = {
  error: { icon: CircleAlert, tone: "text-danger" },
  warning: { icon: TriangleAlert, tone: "text-warn" },
  info: { icon: Info, tone: "text-ink-3" },
} as const;

type SuiteFindingsProps = {
  findings: readonly SuiteFinding[];
  /** Something was changed here since: lines are those of the stored file. */
  isChanged: boolean;
};

/** What the file of cases says wrongly, each with its place and what to do. */
export function SuiteFindings({ findings, isChanged }: SuiteFindingsProps) {
  if (findings.length === 0) return null;
  return (
    <details
      open={findings.some(({ severity }) => severity === "error")}
      className="rounded-2 border border-line-strong"
    >
      <summary className="min-h-8 cursor-default px-3 py-1.5 font-medium">
        {formatCount(findings.length, "finding")} in the file
        {isChanged ? <span className="font-normal text-ink-3"> as it was saved</span> : null}
      </summary>
      <ul className="max-h-48 overflow-y-auto border-line border-t">
        {numbered(findings).map(({ key, severity, message, remedy, line, column }) => {
          const look = looks[severity];
          return (
            <li
              key={key}
              className="grid grid-cols-[16px_84px_minmax(0,1fr)] gap-2 border-line border-b px-3 py-1.5 last:border-b-0"
            >
              <Icon of={look.icon} size={14} className={`mt-0.5 ${look.tone}`} />
              <code className="text-12 text-ink-3">
                {line}:{column}
                <span className="sr-only">
                  {" "}
                  line {line}, column {column}, {severity}
                </span>
              </code>
              <span className="[overflow-wrap:anywhere]">
                <ShownText text={message} />{" "}
                <span className="text-ink-3">
                  <ShownText text={remedy} />
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Each with a key of its own: two rules may say the same of one place. */
function numbered(findings: readonly SuiteFinding[]): (SuiteFinding & { key: string })[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const words = `${finding.line}:${finding.column}:${finding.message}`;
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    return { ...finding, key: `${times} ${words}` };
  });
}
