"use client";

import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import type { RunMetrics } from "@/lib/runtime/compare-runs";
import { type Estimated, metricRows } from "./metric-rows";

const notKnown = <NoValue label="Not known" />;

type MetricTableProps = { left: RunMetrics | null; right: RunMetrics | null; estimated: Estimated };

/** What one turn came to on either side, and the change from left to right. */
export function MetricTable({ left, right, estimated }: MetricTableProps) {
  return (
    <Table caption="What the turn came to, left and right" stacked className="max-w-[720px]">
      <thead>
        <tr>
          <HeaderCell>Metric</HeaderCell>
          <HeaderCell width={150} numeric>
            Left
          </HeaderCell>
          <HeaderCell width={150} numeric>
            Right
          </HeaderCell>
          <HeaderCell width={110} numeric>
            Change
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {metricRows(left, right, estimated).map(({ name, values, change }) => (
          <Row key={name}>
            <Cell>
              <ShownText text={name} />
            </Cell>
            <Cell numeric label="Left">
              {values[0] ?? notKnown}
            </Cell>
            <Cell numeric label="Right">
              {values[1] ?? notKnown}
            </Cell>
            <Cell numeric label="Change" className={change === "0" ? "text-ink-3" : ""}>
              {change === null ? notKnown : <ShownText text={change} />}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const barMetrics = ["Tokens in", "Tokens out", "Activations", "Files read", "Duration", "Cost"];

/** One side's figures of its newest turn, on one line under its column. */
export function MetricBar({ metrics, estimated }: { metrics: RunMetrics | null; estimated: boolean }) {
  return (
    <dl className="flex flex-none flex-wrap gap-x-4 gap-y-1 border-line border-t bg-sunken px-4 py-1.5 text-12">
      {metricRows(metrics, null, [estimated, false])
        .filter(({ name }) => barMetrics.includes(name))
        .map(({ name, values }) => (
          <div key={name} className="flex gap-1.5 whitespace-nowrap">
            <dt className="text-ink-3">
              <ShownText text={name} />
            </dt>
            <dd className="tabular-nums">{values[0] ?? notKnown}</dd>
          </div>
        ))}
    </dl>
  );
}
