import type { SuiteComparison } from "@/lib/verdicts/compare-suite-runs";
import type { SuiteFigures } from "@/lib/verdicts/judge-suite";

/** 0 pass, 1 regression, 2 a golden task failed, 3 invalid measurement: what CI is told as an exit code. */
export type GateCode = 0 | 1 | 2 | 3;

export type GateFacts = {
  /** Ids of tasks that must pass whatever the average says, and did not. */
  goldenFailed: readonly string[];
  /** Of each host; `against` the last approved version, null where there is none. */
  hosts: readonly {
    dialect: string;
    figures: Pick<SuiteFigures, "word" | "recall" | "precision">;
    against: Pick<SuiteComparison, "outcome" | "lost"> | null;
  }[];
  /** What the whole interval has to lie above, from 0 to 1. */
  floors: { recall?: number | undefined; precision?: number | undefined };
  /** Hosts in which a run that was named to compare with has no measured case in common with it. */
  uncompared?: readonly string[];
};

/**
 * What a gate says, heaviest first. A golden task that failed was seen, whatever else is invalid; what was not measured,
 * with too few cases to judge, or not beside what it was to be compared with, never passes; then what is worse than approved or below what is asked for.
 */
export function decideGate({ goldenFailed, hosts, floors, uncompared = [] }: GateFacts): {
  code: GateCode;
  reasons: string[];
} {
  if (goldenFailed.length > 0)
    return { code: 2, reasons: [`Golden tasks failed: ${goldenFailed.join(", ")}.`] };
  const unsaid = hosts.flatMap(({ dialect, figures }) => {
    const why = unjudged[figures.word];
    return why === null ? [] : [`${dialect}: ${why}.`];
  });
  for (const dialect of uncompared)
    unsaid.push(`${dialect}: no case was measured both in it and in the run that it is to be compared with.`);
  if (hosts.length === 0) unsaid.push("Nothing was measured.");
  if (unsaid.length > 0) return { code: 3, reasons: unsaid };
  const worse = hosts.flatMap(({ dialect, figures, against }) => [
    ...(against?.outcome === "worse"
      ? [`${dialect}: worse than approved, ${against.lost.length} cases lost.`]
      : []),
    ...(["recall", "precision"] as const).flatMap((figure) => {
      const floor = floors[figure];
      const measured = figures[figure];
      if (floor === undefined || (measured && measured.low >= floor)) return [];
      const low = measured ? `begins at ${measured.low.toFixed(2)}` : "was not measured";
      return [`${dialect}: the interval of its ${figure} ${low}; at least ${floor} is asked for.`];
    }),
  ]);
  return worse.length > 0 ? { code: 1, reasons: worse } : { code: 0, reasons: [] };
}

const unjudged = {
  scripted: "no model answered",
  invalid: "the measurement is invalid",
  "too-few": "too few cases to judge",
  judged: null,
} as const satisfies Record<SuiteFigures["word"], string | null>;
