"use client";

import { History, Square } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatCost, formatCount, formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Meter } from "@/components/ui/meter";
import { isGoingOn } from "@/lib/proof/proof-options";
import type { SuiteRun } from "@/lib/proof/schema";

type CostLineProps = {
  run: Pick<
    SuiteRun,
    "state" | "skill" | "progress" | "calls" | "keptFrom" | "costUsd" | "capUsd" | "asksLive" | "judge"
  >;
  /** Why this person cannot stop it. */
  noStop: string | undefined;
  isStopping: boolean;
  onStop: () => void;
  /** At the right: the filter of the cases. */
  end?: ReactNode;
};

/** What ran, what was kept, what it cost of what it may cost at most; while it runs, how far it is and Stop. */
export function CostLine({ run, noStop, isStopping, onStop, end }: CostLineProps) {
  const { progress } = run;
  const running = isGoingOn(run.state);
  const done = progress.done + progress.invalid;
  const spent = run.costUsd ?? 0;
  return (
    <section
      aria-label="Cost"
      className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-1 text-12 text-ink-2"
    >
      {running ? (
        <>
          <span role="status">
            <b className="font-medium text-ink">{formatNumber(done)}</b> of{" "}
            {formatCount(progress.total, "trial")}
          </span>
          <Meter
            label="Trials done"
            className="w-24"
            parts={[{ label: "done", value: done, fill: "bg-ink-2" }]}
            max={progress.total}
            valueText={`${done} of ${progress.total} trials`}
          />
          <Button size="small" icon={Square} onClick={onStop} pending={isStopping} missingRight={noStop}>
            Stop
          </Button>
        </>
      ) : null}
      <JudgeWords judge={run.judge} />
      <span>{costWords(run)}</span>
      {run.capUsd === null || !run.asksLive ? null : (
        <Meter
          label="Spent of the cap"
          className="w-24"
          parts={[{ label: "spent", value: spent, fill: "bg-ink-2" }]}
          max={run.capUsd}
          valueText={`${formatCost(spent)} of ${formatCost(run.capUsd)}`}
        />
      )}
      <KeptWords run={run} />
      {end ? <span className="ml-auto">{end}</span> : null}
    </section>
  );
}

/** How far the judge is, which begins when the last trial has ended. */
function JudgeWords({ judge }: Pick<CostLineProps["run"], "judge">) {
  if (judge === null) return null;
  const { progress, calls } = judge;
  const done = progress.done + progress.invalid;
  return (
    <span>
      <b className="font-medium text-ink">{formatNumber(done)}</b> of {formatCount(progress.total, "pair")}{" "}
      judged, {formatCount(calls.asked, "call")}
      {calls.kept === 0 ? "" : `, ${formatNumber(calls.kept)} kept`}
    </span>
  );
}

function costWords({ costUsd, capUsd, asksLive }: CostLineProps["run"]): ReactNode {
  if (!asksLive) return "Costs nothing: no language model is asked";
  const spent = <b className="font-medium text-ink">{costUsd === null ? "–" : formatCost(costUsd)}</b>;
  if (costUsd === null) return <>Cost {spent}: the model’s price is not known</>;
  return capUsd === null ? (
    <>{spent} spent, no cap</>
  ) : (
    <>
      {spent} of {formatCost(capUsd)} cap
    </>
  );
}

function KeptWords({ run: { calls, keptFrom, skill } }: Pick<CostLineProps, "run">) {
  if (calls.kept === 0) return <span className="text-ink-3">{formatCount(calls.asked, "call")} asked</span>;
  const runs = keptFrom
    .map((from) => `run ${from.number}${from.skill === skill ? "" : ` of ${from.skill}`}`)
    .join(", ");
  return (
    <span className="inline-flex items-start gap-x-1.5">
      <Icon of={History} size={14} className="mt-0.5 text-ink-3" />
      <span>
        <b className="font-medium text-ink">{formatNumber(calls.kept)}</b> of{" "}
        {formatCount(calls.kept + calls.asked, "answer")} kept{runs === "" ? "" : ` from ${runs}`}: the bytes
        sent are the same, <span className="text-ink-3">{formatNumber(calls.asked)} asked</span>
      </span>
    </span>
  );
}
