import { formatNumber } from "./format";

type ProgressProps = {
  /** What is being done: "Storing skills". */
  label: string;
  done: number;
  /** Unknown while null: then the bar says only that work goes on. */
  total: number | null;
};

/** Shows progress that is counted, in words and as a bar. Put the cancel button beside it. */
export function Progress({ label, done, total }: ProgressProps) {
  const share = total === null ? null : total === 0 ? 1 : Math.min(1, done / total);
  const count = total === null ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        <span className="text-ink-3">{count}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : done}
        aria-valuetext={count}
        className="h-1.5 overflow-hidden rounded-[2px] bg-press"
      >
        <div
          className={share === null ? "h-full w-1/3 animate-pulse bg-ink-3" : "h-full bg-ink-2"}
          style={share === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
