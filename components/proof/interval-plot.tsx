import { classNames } from "@/components/ui/class-names";

export type Interval = { share: number; low: number; high: number };

type IntervalPlotProps = {
  /** A share between 0 and 1 with its 95 % interval; null where nothing was measured. */
  candidate: Interval | null;
  /** The share of the earlier run that it is put beside. */
  baseline?: number | null | undefined;
  className?: string | undefined;
};

const percent = (share: number) => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;

/**
 * A share on a scale from 0 to 1: a filled dot with its interval as a line, a ring for an earlier run's. The
 * figures stand beside it as text, so readers pass over the drawing.
 */
export function IntervalPlot({ candidate, baseline = null, className }: IntervalPlotProps) {
  return (
    <span aria-hidden="true" className={classNames("block px-1.5", className)}>
      <svg aria-hidden="true" width="100%" height="20" className="block overflow-visible">
        <line x1="0" x2="100%" y1="10" y2="10" className="stroke-line" />
        <path d="M0 7v6" className="stroke-line-strong" />
        <line x1="100%" x2="100%" y1="7" y2="13" className="stroke-line-strong" />
        {candidate === null ? null : (
          <line
            x1={percent(candidate.low)}
            x2={percent(candidate.high)}
            y1="10"
            y2="10"
            strokeWidth="2"
            className="stroke-ink-2"
          />
        )}
        {baseline === null ? null : (
          <circle
            cx={percent(baseline)}
            cy="10"
            r="3.5"
            strokeWidth="1.5"
            className="fill-bg stroke-line-control"
          />
        )}
        {candidate === null ? null : (
          <circle cx={percent(candidate.share)} cy="10" r="4" className="fill-ink" />
        )}
      </svg>
    </span>
  );
}

type PlotKeyProps = {
  /** What the dots are: "r42". */
  candidate: string;
  /** What the rings are, a version or a draft: "v6", "r41"; null where none is drawn. */
  baseline: string | null;
};

/** What the marks of the plots stand for. */
export function PlotKey({ candidate, baseline }: PlotKeyProps) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-12 text-ink-3">
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <svg aria-hidden="true" width="26" height="10" className="flex-none">
          <path d="M0 5H26" strokeWidth="2" className="stroke-ink-2" />
          <circle cx="13" cy="5" r="4" className="fill-ink" />
        </svg>
        {candidate}, 95 % interval (Wilson, over cases)
      </span>
      {baseline === null ? null : (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <svg aria-hidden="true" width="10" height="10" className="flex-none">
            <circle cx="5" cy="5" r="3.5" strokeWidth="1.5" className="fill-bg stroke-line-control" />
          </svg>
          {baseline}
        </span>
      )}
    </p>
  );
}
