import type { HistoryFloor, HistoryPoint } from "./history-points";
import { floorWords } from "./history-points";

type HistoryKeyProps = { points: readonly HistoryPoint[]; floor: HistoryFloor | null };

/** What the marks of the plot stand for. */
export function HistoryKey({ points, floor }: HistoryKeyProps) {
  const isScripted = points.some(({ run }) => run.scripted);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-12 text-ink-3">
      <KeyMark className="fill-ink stroke-ink">draft</KeyMark>
      <KeyMark className="fill-bg stroke-ink">published version</KeyMark>
      {isScripted ? (
        <KeyMark className="fill-bg stroke-ink" dashed>
          scripted, no measurement
        </KeyMark>
      ) : null}
      {floor === null ? null : (
        <span className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" width="26" height="11" className="flex-none">
            <line x1="0" x2="26" y1="5.5" y2="5.5" strokeDasharray={floorDashes} className="stroke-ink-2" />
          </svg>
          {floorWords(floor)}
        </span>
      )}
      <span>
        upright line: 95 % interval (Wilson); dashed rule: other cases from here, no comparison across it
      </span>
    </p>
  );
}

/** Of the line that stands for the floor, here and in the plot: longer than where other cases begin. */
export const floorDashes = "8 4";

function KeyMark({ className, dashed, children }: { className: string; dashed?: boolean; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden="true" width="11" height="11" className="flex-none">
        <circle
          cx="5.5"
          cy="5.5"
          r="4.5"
          strokeWidth="1.5"
          strokeDasharray={dashed ? "2 2" : undefined}
          className={className}
        />
      </svg>
      {children}
    </span>
  );
}
