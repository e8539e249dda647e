import { type Agreement, cohensKappa, kappaInterval } from "@/lib/statistics/cohens-kappa";
import type { Direction } from "@/lib/statistics/majority";

/** What one person says of a pair, and what the judge said of it. One of each person and pair. */
export type JudgeLabel = { pair: string; person: string; label: Direction; judged: Direction };

export type JudgeCalibration = {
  labels: number;
  pairs: number;
  people: number;
  needed: number;
  isCalibrated: boolean;
  kappa: number | null;
  interval: { low: number; high: number } | null;
  agreement: number | null;
  baseRates: { label: Direction; person: number; judge: number }[];
  baseRate: number | null;
  betweenPeople: { pairs: number; agreement: number; kappa: number | null } | null;
  text: string;
};

/** How far a judge agrees with people; under so many labels nothing is said of it but how many there are. */
export function calibrateJudge(
  labels: readonly JudgeLabel[],
  { name, needed }: { name: string; needed: number },
): JudgeCalibration {
  const all = cohensKappa(labels.map(({ label, judged }) => ({ person: label, judge: judged })));
  const isCalibrated = labels.length >= needed;
  const baseRate = labels.length === 0 ? null : Math.max(...all.baseRates.map(({ person }) => person));
  return {
    labels: labels.length,
    pairs: new Set(labels.map(({ pair }) => pair)).size,
    people: new Set(labels.map(({ person }) => person)).size,
    needed,
    isCalibrated,
    kappa: isCalibrated ? all.kappa : null,
    interval: isCalibrated ? kappaInterval(all) : null,
    agreement: isCalibrated ? all.observed : null,
    baseRates: isCalibrated ? [...all.baseRates] : [],
    baseRate: isCalibrated ? baseRate : null,
    betweenPeople: betweenPeople(labels),
    text: isCalibrated
      ? `judged by ${name}, ${kappaWords(all)} (${labels.length} labels, base rate ${percent(baseRate ?? 0)})`
      : `judged by ${name}, uncalibrated: ${labels.length} of ${needed} labels`,
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const kappaWords = ({ kappa }: Agreement<Direction>): string =>
  kappa === null ? "no kappa, for both always say the same" : `kappa ${kappa.toFixed(2)}`;

/** Any two people over each pair that both labelled, in the order of their ids. */
function betweenPeople(labels: readonly JudgeLabel[]): JudgeCalibration["betweenPeople"] {
  const twos = [...Map.groupBy(labels, ({ pair }) => pair).values()].flatMap((own) => {
    const sorted = own.toSorted((one, other) => (one.person < other.person ? -1 : 1));
    return sorted.flatMap((one, at) =>
      sorted.slice(at + 1).map((other) => ({ person: one.label, judge: other.label })),
    );
  });
  const { observed, kappa } = cohensKappa(twos);
  return observed === null ? null : { pairs: twos.length, agreement: observed, kappa };
}
