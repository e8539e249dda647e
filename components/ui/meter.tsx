import { classNames } from "./class-names";

export type MeterPart = {
  label: string;
  value: number;
  /** A fill class: "bg-fill-catalogue". */
  fill?: string;
};

type MeterProps = {
  /** What is measured, for readers: "Catalogue budget". */
  label: string;
  parts: readonly MeterPart[];
  max: number;
  /** In words: "399 of 4,000 tokens (estimate)". */
  valueText: string;
  /** Where a limit begins, on the scale of `max`. */
  mark?: number | undefined;
  className?: string | undefined;
};

/** How much of something is used. The figures stand beside it in words; the bar repeats them. */
export function Meter({ label, parts, max, valueText, mark, className }: MeterProps) {
  const used = parts.reduce((sum, part) => sum + part.value, 0);
  const scale = Math.max(max, used, 1);
  return (
    <div className={classNames("relative h-2", className)}>
      <meter className="sr-only" aria-label={label} min={0} max={max} value={used} aria-valuetext={valueText}>
        {valueText}
      </meter>
      <div aria-hidden="true" className="flex h-full gap-px overflow-hidden rounded-[2px] bg-press">
        {parts.map((part) => (
          <div
            key={part.label}
            title={part.label}
            className={classNames("h-full min-w-px flex-none", part.fill ?? "bg-ink-3")}
            style={{ width: `${(part.value / scale) * 100}%` }}
          />
        ))}
      </div>
      {mark === undefined ? null : (
        <div
          aria-hidden="true"
          className="absolute -inset-y-[3px] w-px bg-ink-3"
          style={{ left: `${(mark / scale) * 100}%` }}
        />
      )}
    </div>
  );
}
