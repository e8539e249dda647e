"use client";

import { ErrorNotice } from "@/components/ui/error-notice";
import { ShownText } from "@/components/ui/shown-text";
import type { SetTarget } from "@/lib/library/exports/target-schema";
import type { TargetId } from "@/lib/targets/target-options";
import { TargetReport } from "./target-report";
import { TargetSelect } from "./target-select";

/** What a host would get of several skills, as far as it is known. */
type Asked = { data?: SetTarget | undefined; error: Error | null };

/** Why nothing can be downloaded for this host, or not yet. One skill that does not fit keeps none of the others. */
export function whyNoSetFor({ data, error }: Asked): string | undefined {
  if (error) return error.message;
  if (!data) return "The form of this host is being looked at.";
  return goingTo(data) === 0 ? `No skill goes to ${data.title} as it is.` : undefined;
}

/** How many skills the host gets. */
export const goingTo = ({ skills }: SetTarget): number =>
  skills.filter(({ refusals }) => refusals.length === 0).length;

type SetTargetChoiceProps = { asked: Asked; target: TargetId; onTarget: (target: TargetId) => void };

/** Chooses a host; what stays here comes first, then what changes, then how many go as they are. */
export function SetTargetChoice({ asked, target, onTarget }: SetTargetChoiceProps) {
  return (
    <div className="grid gap-3" aria-live="polite">
      <TargetSelect target={target} onTarget={onTarget} />
      {asked.data ? <SetReport report={asked.data} /> : null}
      <ErrorNotice error={asked.error} />
    </div>
  );
}

function SetReport({ report: { skills, leftOut, title } }: { report: SetTarget }) {
  const refused = skills.filter(({ refusals }) => refusals.length > 0);
  const others = skills.filter(
    ({ refusals, changes, warnings }) => refusals.length === 0 && changes.length + warnings.length > 0,
  );
  const plain = skills.length - refused.length - others.length;
  return (
    <div className="grid max-h-72 gap-3 overflow-auto">
      {leftOut.length === 0 ? null : (
        <section aria-label="Left out" className="grid gap-1 text-13">
          <h3 className="font-medium">Left out, and named in the archive</h3>
          <ul className="grid gap-1 text-ink-2">
            {leftOut.map(({ skill, why }) => (
              <li key={skill} className="[overflow-wrap:anywhere]">
                <ShownText text={why} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {[...refused, ...others].map(({ skill, ...plan }) => (
        <section key={skill} aria-label={skill} className="grid gap-1">
          <h3 className="font-medium font-mono text-13">
            <ShownText text={skill} />
          </h3>
          <TargetReport plan={plan} host={title} />
        </section>
      ))}
      {plain > 0 ? (
        <p className="text-13 text-ink-2">
          {plain === 1 ? "One skill goes" : `${plain} skills go`} as {plain === 1 ? "it is" : "they are"}.
        </p>
      ) : null}
    </div>
  );
}
