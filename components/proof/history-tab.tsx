"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { suiteRunPath } from "@/components/data/proof-paths";
import { policyQuery } from "@/components/data/review-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import type { PagedQuery } from "@/components/ui/paged-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { Select } from "@/components/ui/select";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SuiteRun } from "@/lib/proof/schema";
import { effectVerdictWords } from "@/lib/suites/effect-words";
import { HistoryKey } from "./history-key";
import { HistoryPlot } from "./history-plot";
import {
  floorOf,
  type HistoryMeasure,
  type HistoryPoint,
  historyMeasures,
  historyPoints,
  seriesKey,
  seriesOf,
} from "./history-points";
import { hostName, intervalText, shareText, sourceWords } from "./proof-words";

type HistoryTabProps = {
  skill: string;
  suite?: SuiteRun["suite"];
  list: PagedQuery<SuiteRun>;
  shown: SuiteRun | null;
  /** The host that the page looks at. */
  dialect: string;
};

/** What runs came to over versions and drafts, each with its interval, as a plot and as a table. */
export function HistoryTab(props: HistoryTabProps) {
  return (
    <PagedList
      list={props.list}
      loading="Loading the runs"
      failed="The runs could not be read"
      empty={
        <p className="p-4 text-ink-2">
          Nothing has run yet. Runs of drafts and versions will stand here in a row, with their intervals.
        </p>
      }
    >
      {(runs) => <History {...props} runs={runs} />}
    </PagedList>
  );
}

function History({
  skill,
  suite = "trigger",
  shown,
  dialect,
  runs,
}: HistoryTabProps & { runs: readonly SuiteRun[] }) {
  const { slug: workspace } = useWorkspace();
  const [withScripted, setWithScripted] = useState(shown?.scripted ?? false);
  const [chosenSeries, setSeries] = useState<string | null>(null);
  const [chosenHost, setHost] = useState<string | null>(null);
  const [measure, setMeasure] = useState<HistoryMeasure>(suite === "trigger" ? "recall" : "won");
  const told = withScripted ? runs : runs.filter(({ scripted }) => !scripted);
  const all = seriesOf(told);
  const wanted = chosenSeries ?? (shown ? seriesKey(shown) : null);
  const series = all.find(({ key }) => key === wanted)?.key ?? all[0]?.key ?? "";
  const hosts = hostsOf(told.filter((run) => seriesKey(run) === series));
  const host = hosts.find(({ id }) => id === (chosenHost ?? dialect))?.id ?? hosts[0]?.id ?? "";
  const { data: policy } = useQuery({
    ...policyQuery(client.reviews, workspace),
    enabled: suite === "trigger",
  });
  const floor = floorOf(policy, measure);
  const points = historyPoints(told, { series, dialect: host, measure });
  const scripted = runs.filter((run) => run.scripted).length;
  const label = `${measureWords(measure)} in ${hostName(hosts, host)}`;
  return (
    <div className="grid gap-3 p-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Field label="Agent and model">
          <Select value={series} onChange={({ target }) => setSeries(target.value)}>
            {all.length === 0 ? <option value="">none</option> : null}
            {all.map(({ key, label }) => (
              <option key={key} value={key}>
                {markHidden(label)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Host">
          <Select value={host} onChange={({ target }) => setHost(target.value)}>
            {hosts.length === 0 ? <option value="">none</option> : null}
            {hosts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {suite === "trigger" ? (
          <Field label="Figure">
            <Select
              value={measure}
              onChange={({ target }) => setMeasure(target.value === "precision" ? "precision" : "recall")}
            >
              <option value="recall">{historyMeasures.trigger.recall}</option>
              <option value="precision">{historyMeasures.trigger.precision}</option>
            </Select>
          </Field>
        ) : null}
        {scripted === 0 ? null : (
          <Checkbox
            checked={withScripted}
            onChange={({ target }) => setWithScripted(target.checked)}
            label={`Show ${formatCount(scripted, "scripted run")}`}
            help="No language model answered them: drawn dashed, and no measurement."
          />
        )}
      </div>
      {points.length === 0 ? (
        <p className="text-ink-2">
          No run with a live model was carried out to its end here
          {scripted > 0 && !withScripted ? "; scripted runs are no measurement and are not drawn" : ""}.
        </p>
      ) : (
        <>
          <HistoryPlot
            points={points}
            label={label}
            floor={floor}
            shown={shown?.number ?? null}
            pathOf={(number) => suiteRunPath(workspace, skill, number)}
          />
          <HistoryKey points={points} floor={floor} />
          <HistoryTable skill={skill} suite={suite} points={points} label={label} host={host} />
        </>
      )}
    </div>
  );
}

const measureWords = (measure: HistoryMeasure): string =>
  ({ ...historyMeasures.trigger, ...historyMeasures.effect })[measure];

function hostsOf(runs: readonly SuiteRun[]): { id: string; name: string }[] {
  const names = new Map(runs.flatMap(({ dialects }) => dialects.map(({ id, name }) => [id, name] as const)));
  return [...names].map(([id, name]) => ({ id, name }));
}

type HistoryTableProps = {
  skill: string;
  suite: SuiteRun["suite"];
  points: readonly HistoryPoint[];
  label: string;
  host: string;
};

function HistoryTable({ skill, suite, points, label, host }: HistoryTableProps) {
  const { slug: workspace } = useWorkspace();
  return (
    <ScrollingRegion label={`${label}, as a table`}>
      <Table caption={`${label}, the oldest first`} stacked className="min-w-[560px]">
        <thead>
          <tr>
            <HeaderCell width={150}>Run</HeaderCell>
            <HeaderCell width={80}>Bytes</HeaderCell>
            <HeaderCell width={80} numeric>
              Share
            </HeaderCell>
            <HeaderCell width={110} numeric>
              95 %
            </HeaderCell>
            {suite === "effect" ? <HeaderCell width={150}>Verdict</HeaderCell> : null}
            <HeaderCell>Cases</HeaderCell>
            <HeaderCell width={80} numeric>
              Begun
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <HistoryRow
              key={point.run.number}
              href={suiteRunPath(workspace, skill, point.run.number)}
              point={point}
              verdict={suite === "effect" ? verdictOf(point.run, host) : null}
            />
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

const verdictOf = ({ effects }: SuiteRun, host: string): string => {
  const found = effects.find(({ dialect }) => dialect === host);
  return found ? effectVerdictWords[found.verdict] : "";
};

function HistoryRow({ href, point, verdict }: { href: string; point: HistoryPoint; verdict: string | null }) {
  const { run, share, isBreak, added } = point;
  const change = added === 0 ? "other cases" : `${Math.abs(added)} ${added > 0 ? "added" : "removed"}`;
  return (
    <Row>
      <Cell>
        <Link
          href={href}
          className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
        >
          Run {run.number}
        </Link>
        {run.repeatOf === null ? null : <span className="ml-1.5 text-ink-3">A/A of {run.repeatOf}</span>}
        {run.scripted ? <Chip className="ml-2">scripted</Chip> : null}
      </Cell>
      <Cell label="Bytes">
        <span className="font-mono text-12">{sourceWords(run.source)}</span>
      </Cell>
      <Cell numeric label="Share">
        {share === null ? <NoValue label="Not measured" /> : shareText(share.share)}
      </Cell>
      <Cell numeric label="95 %">
        {share === null ? <NoValue label="Not measured" /> : intervalText(share)}
      </Cell>
      {verdict === null ? null : <Cell>{verdict}</Cell>}
      <Cell label="Cases">
        {run.cases}
        {isBreak ? (
          <span className="ml-1.5 text-ink-3">{change}: not comparable with the runs before</span>
        ) : null}
      </Cell>
      <Cell numeric label="Begun">
        <RelativeTime at={run.createdAt} />
      </Cell>
    </Row>
  );
}
