import { classNames } from "@/components/ui/class-names";
import { formatScore } from "@/lib/runtime/judge-fit";

/** Place, name, bar, score: the same columns in every row and on the axis. */
export const whyGrid =
  "grid grid-cols-[20px_minmax(96px,148px)_minmax(0,1fr)_40px] items-center gap-x-2 px-4 narrow:px-3";

const percent = (share: number) => `${share * 100}%`;

type WhyBarProps = {
  score: number | null;
  /** Drawn behind as a dashed ghost: the score without the cut. */
  wholeScore: number | null;
  threshold: number | null;
  isActive: boolean;
};

/** One score on the scale from 0 to 1, with the line where rules take a skill. What it shows stands in words beside it. */
export function WhyBar({ score, wholeScore, threshold, isActive }: WhyBarProps) {
  const own = score ?? 0;
  const isMore = wholeScore !== null && wholeScore > own;
  return (
    <span aria-hidden="true" className="relative flex h-8 items-center">
      <span
        className={classNames(
          "h-3 rounded-r-[2px]",
          isActive ? "bg-fill-skill-1" : "bg-ink-3",
          own > 0 && "min-w-px",
        )}
        style={{ width: percent(own) }}
      />
      {isMore ? (
        <span
          className="h-3 rounded-r-[2px] border border-ink-2 border-l-0 border-dashed bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_1px,transparent_1px_5px)]"
          style={{ width: percent(wholeScore - own) }}
        />
      ) : null}
      {threshold === null ? null : (
        <span
          className="absolute inset-y-0 border-ink border-l-2 border-dashed"
          style={{ left: percent(threshold) }}
        />
      )}
    </span>
  );
}

/** Draws the scale below the bars. */
export function WhyAxis({ threshold }: { threshold: number | null }) {
  return (
    <div aria-hidden="true" className={classNames(whyGrid, "text-11 text-ink-3")}>
      <span />
      <span />
      <span className="relative h-[18px]">
        <span className="absolute left-0">0</span>
        {threshold === null ? null : (
          <span
            className="-translate-x-1/2 absolute whitespace-nowrap font-medium text-ink"
            style={{ left: percent(threshold) }}
          >
            threshold {formatScore(threshold)}
          </span>
        )}
        <span className="absolute right-0">1</span>
      </span>
    </div>
  );
}
