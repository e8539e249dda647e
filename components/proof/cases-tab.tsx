"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useMemo, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { Button } from "@/components/ui/button";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ShownText } from "@/components/ui/shown-text";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { filterCases, isNotRight, orderCases } from "./case-order";
import { CaseTable } from "./case-table";
import { type CellPlace, ConfusionMatrix, isAt, rowWords } from "./confusion-matrix";
import type { Baseline, CaseChange } from "./find-baseline";
import { IntervalTable } from "./interval-table";
import { PooledRuns } from "./pooled-runs";
import { hostName } from "./proof-words";
import { RunCost } from "./run-cost";
import { MeasurementNotices, VerdictLine } from "./verdict-line";

type CasesTabProps = {
  workspace: string;
  run: SuiteRunDetail;
  cases: readonly CaseResult[];
  query: UseQueryResult;
  dialect: string;
  baseline: Baseline | null;
  moved: { label: string; changes: ReadonlyMap<string, CaseChange> } | null;
  chosen: string | null;
  onlyNotRight: boolean;
  onFilter: (onlyNotRight: boolean) => void;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
};

/** The result of a run: verdict, intervals, matrix, cost, and its cases, not right first. */
export function CasesTab(props: CasesTabProps) {
  const { workspace, run, cases, query, dialect, moved, chosen, onlyNotRight, onFilter } = props;
  const [place, setPlace] = useState<CellPlace | null>(null);
  const figures = run.figures.find((one) => one.dialect === dialect);
  const cell = figures?.confusion.cells.find((one) => place !== null && isAt(one, place));
  const shown = useMemo(() => {
    const inCell = place && cell ? { place, cases: cell.cases } : null;
    return orderCases(filterCases(cases, { onlyNotRight, cell: inCell }), dialect);
  }, [cases, onlyNotRight, place, cell, dialect]);
  useShortcut("n", "Only what is not right", () => onFilter(!onlyNotRight));
  return (
    <div className="min-h-0 flex-1 overflow-auto compact:overflow-visible">
      {figures ? (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] border-line border-b narrow:grid-cols-1">
          <section aria-label="Result" className="min-w-0 px-4 py-3">
            <MeasurementNotices run={run} figures={figures} />
            <VerdictLine run={run} figures={figures} moved={moved && countMoved(moved)} />
            <IntervalTable run={run} baseline={props.baseline} />
            <PooledRuns run={run} dialect={dialect} />
          </section>
          <section
            aria-label="Expected and activated"
            className="min-w-0 border-line border-l px-4 py-3 narrow:border-t narrow:border-l-0"
          >
            <h2 className="mb-0.5 flex items-baseline justify-between gap-3">
              Expected, activated
              <span className="font-normal text-12 text-ink-3">{hostName(run.dialects, dialect)}</span>
            </h2>
            <ConfusionMatrix
              names={figures.confusion.names}
              cells={figures.confusion.cells}
              chosen={place}
              onChoose={setPlace}
            />
          </section>
        </div>
      ) : null}
      <RunCost
        workspace={workspace}
        run={run}
        end={
          <Button
            size="small"
            variant="ghost"
            icon={ListFilter}
            aria-pressed={onlyNotRight}
            onClick={() => onFilter(!onlyNotRight)}
          >
            Not right {cases.filter(isNotRight).length}
          </Button>
        }
      />
      {place === null ? null : <CellLine place={place} count={shown.length} onClear={() => setPlace(null)} />}
      {query.data === undefined ? (
        <NotLoaded query={query} loading="Loading the cases" failed="The cases could not be read" />
      ) : shown.length === 0 ? (
        <p className="p-4 text-ink-2">
          {onlyNotRight ? "No case that counts is wrong." : "No case is here."}
        </p>
      ) : (
        <CaseTable
          run={run}
          cases={shown}
          dialect={dialect}
          moved={moved}
          chosen={chosen}
          onChoose={props.onChoose}
          onOpen={props.onOpen}
        />
      )}
    </div>
  );
}

function countMoved({ label, changes }: NonNullable<CasesTabProps["moved"]>) {
  const all = [...changes.values()];
  const gained = all.filter((change) => change === "gained").length;
  return { label, gained, lost: all.length - gained };
}

function CellLine({ place, count, onClear }: { place: CellPlace; count: number; onClear: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5" role="status">
      {count} shown: expected{" "}
      <code>
        <ShownText text={rowWords(place).text} />
      </code>
      , activated{" "}
      <code>
        <ShownText text={place.activated ?? "nothing"} />
      </code>
      <Button size="small" onClick={onClear}>
        Show all
      </Button>
    </p>
  );
}
