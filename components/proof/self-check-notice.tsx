import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import type { SelfCheck } from "@/lib/proof/checks/check-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";

/** What was found wrong, each with what to do about it. */
export function FaultList({ faults, inAll }: { faults: SelfCheck["faults"]; inAll: number }) {
  return (
    <ul className="grid gap-1">
      {faults.map(({ dialect, case: of, message, remedy }) => (
        <li key={`${dialect} ${of} ${message}`} className="[overflow-wrap:anywhere]">
          <span className="text-warn">
            <ShownText text={message} />
          </span>{" "}
          <ShownText text={remedy} />
        </li>
      ))}
      {inAll > faults.length ? <li>And {inAll - faults.length} more.</li> : null}
    </ul>
  );
}

/** What was found before a run began: it decides whether the run has a verdict at all. */
export function SelfCheckNotice({
  run,
}: {
  run: Pick<SuiteRunDetail, "selfCheck" | "startedBy" | "repeatOf">;
}) {
  const { selfCheck: check, startedBy, repeatOf } = run;
  if (check === null) return null;
  const { passed, acknowledged, models, faults, faultsInAll } = check;
  if (passed)
    return (
      <p className="mt-1 text-12 text-ink-3">
        Self-check before it began: passed {models.length} of {models.length}.
      </p>
    );
  if (!acknowledged)
    return (
      <Notice tone="warning" title="The self-check before this run failed: no verdict" className="mb-2">
        <FaultList faults={faults} inAll={faultsInAll} />
      </Notice>
    );
  return (
    <details className="mt-1 text-12 text-ink-3">
      <summary className="min-h-6 cursor-default">
        Judged though its self-check failed:{" "}
        {repeatOf === null ? (
          <>
            acknowledged by <ShownText text={startedBy.name} />, who started it
          </>
        ) : (
          `acknowledged for run ${repeatOf}, which it repeats`
        )}
      </summary>
      <FaultList faults={faults} inAll={faultsInAll} />
    </details>
  );
}
