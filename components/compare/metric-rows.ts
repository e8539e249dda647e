import { formatCost, formatDuration, formatNumber } from "@/components/ui/format";
import type { RunMetrics } from "@/lib/runtime/compare-runs";

export type MetricRow = {
  name: string;
  /** By column; null where it is not known or there is no run. */
  values: [string | null, string | null];
  /** Right less left, as a person writes it; null where one is missing. */
  change: string | null;
};

type Metric = {
  name: string;
  of: (metrics: RunMetrics) => number | null;
  say: (value: number) => string;
  /** A provider reports it; without one it is an estimate. */
  reported?: true;
};

const metrics: readonly Metric[] = [
  { name: "Tokens in", of: ({ inputTokens }) => inputTokens, say: formatNumber, reported: true },
  { name: "Tokens out", of: ({ outputTokens }) => outputTokens, say: formatNumber, reported: true },
  { name: "Tokens injected again", of: ({ tokensRepeated }) => tokensRepeated, say: formatNumber },
  { name: "Activations", of: ({ activations }) => activations, say: formatNumber },
  { name: "Files read", of: ({ reads }) => reads, say: formatNumber },
  { name: "Refusals", of: ({ refusals }) => refusals, say: formatNumber },
  { name: "Steps", of: ({ steps }) => steps, say: formatNumber },
  { name: "First token", of: ({ timeToFirstTokenMs }) => timeToFirstTokenMs, say: formatDuration },
  { name: "Duration", of: ({ durationMs }) => durationMs, say: formatDuration },
  { name: "Cost", of: ({ cost }) => cost, say: formatCost },
];

/** Says of each column that no provider counted its tokens. */
export type Estimated = readonly [left: boolean, right: boolean];

/** What two runs came to, side by side. */
export function metricRows(
  left: RunMetrics | null,
  right: RunMetrics | null,
  estimated: Estimated = [false, false],
): MetricRow[] {
  return metrics.map(({ name, of, say, reported = false }) => {
    const [one, other] = [left && of(left), right && of(right)];
    const show = (value: number | null, isEstimate: boolean) =>
      value === null ? null : `${say(value)}${reported && isEstimate ? " (estimate)" : ""}`;
    return {
      name,
      values: [show(one, estimated[0]), show(other, estimated[1])],
      change: changeOf(one, other, say),
    };
  });
}

function changeOf(one: number | null, other: number | null, say: Metric["say"]): string | null {
  if (one === null || other === null) return null;
  if (one === other) return "0";
  return `${other > one ? "+" : "−"}${say(Math.abs(other - one))}`;
}
