"use client";

import { Check, Scissors } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import type { Figures } from "@/lib/proof/reports/figures-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { compareHosts, whereHostsCompare, whereHostsDisagree } from "./case-order";
import { CaseRow } from "./case-row";
import type { Baseline } from "./find-baseline";
import { IntervalPlot, PlotKey } from "./interval-plot";
import { hostName, intervalText, type Proportion, shareText, sourceWords } from "./proof-words";

type HostsTabProps = {
  run: SuiteRunDetail;
  cases: readonly CaseResult[];
  /** What reads the cases. */
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  baseline: Baseline | null;
  dialect: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
};

/** The same cases, skill and model in every host: what the host's way of sending costs, and the model's chance with it. */
export function HostsTab(props: HostsTabProps) {
  const { run, cases, query, baseline } = props;
  const both = whereHostsCompare(cases);
  const apart = whereHostsDisagree(cases);
  const [reference] = run.dialects;
  if (run.dialects.length < 2 || !reference)
    return (
      <p className="p-4 text-ink-2">
        This run asked one host alone. Choose several before the next run, and what each of them cuts or lacks
        shows here side by side.
      </p>
    );
  if (query.data === undefined)
    return <NotLoaded query={query} loading="Loading the cases" failed="The cases could not be read" />;
  return (
    <>
      <HostsHead all={cases.length} both={both.length} apart={apart.length} />
      <HostPlots run={run} baseline={baseline} />
      <ScrollingRegion label="Hosts compared">
        <HostFigures run={run} cases={cases} reference={reference} />
      </ScrollingRegion>
      <h2 className="border-line border-b px-4 py-2.5">
        Cases where hosts disagree{" "}
        <span className="font-normal text-ink-3">
          {apart.length} of {both.length}
        </span>
      </h2>
      {apart.length === 0 ? (
        <p className="p-4 text-ink-2">
          {both.length === 0
            ? "No case counts in two hosts yet."
            : "Every case that counts in several hosts came to the same in each of them."}
        </p>
      ) : (
        <ApartTable {...props} apart={apart} />
      )}
    </>
  );
}

type HostsHeadProps = { all: number; both: number; apart: number };

function HostsHead({ all, both, apart }: HostsHeadProps) {
  return (
    <div className="border-line border-b p-4">
      <p className="flex flex-wrap items-center gap-x-2 text-16">
        <b className="font-semibold tracking-[-0.01em]">
          {both === 0
            ? "Nothing to compare yet"
            : apart === 0
              ? "No case differs between hosts"
              : `Hosts disagree on ${formatCount(apart, "case")}`}
        </b>
        <span className="text-13 text-ink-3">
          same model, same skill, {formatCount(both, "case")} of {all} counted in two hosts
        </span>
      </p>
      <p className="mt-0.5 text-pretty text-ink-2">
        What a host sends differs, and so may a model’s answers to the very same bytes: repeat a run (A/A) to
        see how many cases flip by chance alone.
      </p>
    </div>
  );
}

type ApartTableProps = Pick<HostsTabProps, "run" | "dialect" | "chosen" | "onChoose" | "onOpen"> & {
  apart: readonly CaseResult[];
};

function ApartTable({ run, dialect, chosen, onChoose, onOpen, apart }: ApartTableProps) {
  return (
    <ScrollingRegion label="Cases where hosts disagree">
      <Table caption="Cases where hosts disagree" stacked="edges">
        <thead>
          <tr>
            <HeaderCell width={48} numeric>
              #
            </HeaderCell>
            <HeaderCell>Query</HeaderCell>
            <HeaderCell width={152} className="narrow:hidden">
              Expected
            </HeaderCell>
            <HeaderCell width={180}>Outcome in {hostName(run.dialects, dialect)}</HeaderCell>
            {run.dialects.map(({ id, name }) => (
              <HeaderCell key={id} width={96} numeric title={name} className="truncate">
                {name}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {apart.map((one, at) => (
            <CaseRow
              key={one.id}
              one={one}
              rowIndex={at + 2}
              dialect={dialect}
              dialects={run.dialects}
              change={undefined}
              chosen={one.id === chosen}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

function HostPlots({ run, baseline }: Pick<HostsTabProps, "run" | "baseline">) {
  return (
    <section aria-label="Recall per host" className="border-line border-b px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2>Recall per host</h2>
        <PlotKey candidate={sourceWords(run.source)} baseline={baseline?.label ?? null} />
      </div>
      <ul className="mt-2 grid gap-1">
        {run.figures.map(({ dialect, recall }) => (
          <li key={dialect} className="grid min-h-8 grid-cols-[140px_minmax(0,1fr)_96px] items-center gap-3">
            <span className="truncate">{hostName(run.dialects, dialect)}</span>
            <IntervalPlot candidate={recall} baseline={recallOf(baseline, dialect)} />
            <span className="text-right text-12 text-ink-3">
              {recall === null ? "nothing to count" : `${recall.count} of ${recall.of}`}
            </span>
          </li>
        ))}
      </ul>
      <div
        aria-hidden="true"
        className="ml-[152px] mr-[108px] flex justify-between px-1.5 text-11 text-ink-3"
      >
        {["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map((tick) => (
          <span
            key={tick}
            className={classNames("flex w-0 justify-center", /[01]\.0/.test(tick) || "narrow:hidden")}
          >
            {tick}
          </span>
        ))}
      </div>
    </section>
  );
}

const recallOf = (baseline: Baseline | null, dialect: string) =>
  baseline?.scores.find((score) => score.dialect === dialect)?.recall?.share;

type HostFiguresProps = {
  run: SuiteRunDetail;
  cases: readonly CaseResult[];
  reference: SuiteRunDetail["dialects"][number];
};

function HostFigures({ run, cases, reference }: HostFiguresProps) {
  return (
    <Table caption="Hosts compared on the same cases" stacked="edges" className="min-w-[712px]">
      <thead>
        <tr>
          <HeaderCell>Host</HeaderCell>
          <HeaderCell width={150} numeric>
            Recall
          </HeaderCell>
          <HeaderCell width={150} numeric>
            Precision
          </HeaderCell>
          <HeaderCell width={72} numeric>
            F1
          </HeaderCell>
          <HeaderCell width={176}>Against {reference.name}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {run.figures.map((figures) => (
          <Row key={figures.dialect}>
            <Cell className="font-medium text-ink">{hostName(run.dialects, figures.dialect)}</Cell>
            <ShareCell label="Recall" share={figures.recall} />
            <ShareCell label="Precision" share={figures.precision} />
            <Cell numeric label="F1">
              {figures.f1 === null ? <NoValue /> : shareText(figures.f1.share)}
            </Cell>
            <Cell>
              <Against figures={figures} cases={cases} reference={reference.id} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ShareCell({ label, share }: { label: string; share: Proportion }) {
  return (
    <Cell numeric label={label}>
      {share === null ? (
        <NoValue label="Nothing to count" />
      ) : (
        <>
          <span className="font-medium text-ink">{shareText(share.share)}</span>{" "}
          <span className="text-12 text-ink-3">{intervalText(share)}</span>
        </>
      )}
    </Cell>
  );
}

type AgainstProps = { figures: Figures; cases: readonly CaseResult[]; reference: string };

/** What this host loses and wins against the first one, case by case; invalid ones count on neither side. */
function Against({ figures, cases, reference }: AgainstProps) {
  if (figures.dialect === reference) return <span className="text-ink-3">reference</span>;
  const { compared, lost, gained, otherwise } = compareHosts(cases, figures.dialect, reference);
  if (compared === 0) return <NoValue label="Nothing to compare" />;
  if (lost + gained + otherwise === 0) return <State icon={Check}>No case differs</State>;
  return (
    <State icon={Scissors} tone={lost > 0 ? "warning" : "neutral"}>
      {lost} lost, {gained} gained{otherwise === 0 ? "" : `, ${otherwise} wrong otherwise`}
    </State>
  );
}
