import type { SuiteRun } from "@/lib/proof/schema";
import type { PolicyState } from "@/lib/reviews/review-schema";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import { type Proportion, shareText } from "./proof-words";

export const historyMeasures = {
  trigger: { recall: "Recall", precision: "Precision" },
  effect: { won: "Won, of tasks that differ" },
} as const;
export type HistoryMeasure = "recall" | "precision" | "won";

/** One run in the plot and in its table. */
export type HistoryPoint = {
  run: SuiteRun;
  /** Null where nothing was measured. */
  share: Proportion;
  /** Other cases than before: figures on either side are of different things. */
  isBreak: boolean;
  /** How many more cases than before, where it is a break. */
  added: number;
};

/** Figures go together only of one agent with one model: what else differs is no matter of the skill. */
export const seriesKey = ({ agent, model }: Pick<SuiteRun, "agent" | "model">): string =>
  `${agent.slug} ${model.id} ${model.asks ?? ""}`;

export type Series = { key: string; label: string };

/** Every agent and model that runs were made with, the newest first. */
export function seriesOf(runs: readonly SuiteRun[]): Series[] {
  const newest = new Map<string, SuiteRun>();
  for (const run of runs) if (!newest.has(seriesKey(run))) newest.set(seriesKey(run), run);
  const labelOf = ({ agent, model, scripted }: SuiteRun): string =>
    `${agent.name}, ${model.name}${scripted ? " (scripted)" : ""}`;
  const labels = Map.groupBy(newest.values(), labelOf);
  return [...newest].map(([key, run]) => {
    const label = labelOf(run);
    const isShared = (labels.get(label)?.length ?? 0) > 1 && run.model.asks !== null;
    return { key, label: isShared ? `${label}: ${run.model.asks}` : label };
  });
}

/** Runs that were carried out to their end, of one series in one host, the oldest first. `runs`: the newest first. */
export function historyPoints(
  runs: readonly SuiteRun[],
  { series, dialect, measure }: { series: string; dialect: string; measure: HistoryMeasure },
): HistoryPoint[] {
  const own = runs
    .filter((run) => seriesKey(run) === series && run.state === "done")
    .filter(({ dialects }) => dialects.some(({ id }) => id === dialect))
    .toSorted((left, right) => left.number - right.number);
  return own.map((run, at) => {
    const before = own[at - 1];
    const isBreak = before !== undefined && before.suiteDigest !== run.suiteDigest;
    return {
      run,
      share: shareOf(run, dialect, measure),
      isBreak,
      added: isBreak ? run.cases - before.cases : 0,
    };
  });
}

function shareOf({ scores, effects }: SuiteRun, dialect: string, measure: HistoryMeasure): Proportion {
  if (measure !== "won") return scores.find((one) => one.dialect === dialect)?.[measure] ?? null;
  const counts = effects.find((one) => one.dialect === dialect)?.counts;
  return counts ? proportionOf(counts.wins, counts.wins + counts.losses) : null;
}

/** What the review policy asks of a figure before a draft is published, from 0 to 1. */
export type HistoryFloor = { measure: "recall" | "precision"; share: number };

/** Null where the policy asks for none, and of figures that it asks nothing of. */
export function floorOf(
  policy: Pick<PolicyState, "proof"> | undefined,
  measure: HistoryMeasure,
): HistoryFloor | null {
  if (measure === "won") return null;
  const share = policy?.proof.triggers?.[measure] ?? null;
  return share === null ? null : { measure, share };
}

/** The whole interval counts, not the dot. */
export const floorWords = ({ measure, share }: HistoryFloor): string =>
  `long dashes: the review policy asks for ${measure} from ${shareText(share)}, the whole interval at or above it`;
