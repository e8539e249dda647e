"use client";

import { CodeWords } from "@/components/ui/code-words";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import type { SkillTargets } from "@/lib/library/exports/target-schema";

type Target = SkillTargets["targets"][number];
type Plan = Pick<Target, "changes" | "warnings" | "refusals">;
type Remark = Plan["changes"][number];

/** "2 changes", "refused": what is said beside a host's name. */
export function planWords({ changes, warnings, refusals }: Plan): string {
  if (refusals.length > 0) return "refused";
  const words = [
    changes.length === 0 ? "as it is" : changes.length === 1 ? "1 change" : `${changes.length} changes`,
    ...(warnings.length === 0 ? [] : [warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`]),
  ];
  return words.join(", ");
}

/** What one host would get otherwise than it is stored, what it would not have, or why it does not get it. */
export function TargetReport({ plan, host }: { plan: Plan; host: string }) {
  const { changes, warnings, refusals } = plan;
  if (refusals.length > 0)
    return (
      <Notice tone="warning" title={`It does not go to ${host}`}>
        <Remarks label="Blocks the export" remarks={refusals} />
      </Notice>
    );
  return (
    <div className="grid gap-2 text-13 text-ink-2">
      {changes.length === 0 ? (
        <p>Every byte goes as it is.</p>
      ) : (
        <Remarks label="What changes" remarks={changes} />
      )}
      {warnings.length === 0 ? null : (
        <section aria-label="What the host does not have" className="grid gap-1">
          <h3 className="font-medium text-ink">What {host} does not have</h3>
          <Remarks label="Warnings" remarks={warnings} />
        </section>
      )}
    </div>
  );
}

function Remarks({ label, remarks }: { label: string; remarks: readonly Remark[] }) {
  return (
    <ul aria-label={label} className="grid gap-1">
      {remarks.map(({ rule, file, line, message }) => (
        <li key={`${rule} ${file} ${line} ${message}`} className="[overflow-wrap:anywhere]">
          <CodeWords text={message} />{" "}
          <code className="text-12 text-ink-3">
            <ShownText text={`${line === null ? file : `${file}:${line}`} ${rule}`} />
          </code>
        </li>
      ))}
    </ul>
  );
}
