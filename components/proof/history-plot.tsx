import Link from "next/link";
import { classNames } from "@/components/ui/class-names";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { floorDashes } from "./history-key";
import type { HistoryFloor, HistoryPoint } from "./history-points";
import { intervalText, shareText, sourceWords } from "./proof-words";

type HistoryPlotProps = {
  points: readonly HistoryPoint[];
  /** What is drawn, as readers are told: "Recall in Codex". */
  label: string;
  /** What the review policy asks for; null for nothing. */
  floor: HistoryFloor | null;
  /** The run that the page shows. */
  shown: number | null;
  pathOf: (run: number) => string;
};

const top = 12;
const height = 160;
/** Of one run, so that the target of each has room. */
const columnWidth = 44;
const ticks = [0, 0.25, 0.5, 0.75, 1] as const;

const yOf = (share: number): number => top + (1 - share) * height;

/**
 * A share over runs, from 0 to 1: a filled dot is a draft, a ring a published version, the line its 95 % interval. The thin
 * line from one to the next breaks where other cases were tried; one in long dashes is the policy's floor. Each dot leads to
 * its run; the table beside says the same, and the key what the floor is.
 */
export function HistoryPlot({ points, label, floor, shown, pathOf }: HistoryPlotProps) {
  const width = Math.max(points.length, 1) * columnWidth;
  return (
    <ScrollingRegion label={label}>
      <div className="flex">
        <Scale />
        <div className="relative flex-none" style={{ width, height: height + 2 * top + 18 }}>
          <svg
            aria-hidden="true"
            width={width}
            height={height + 2 * top + 18}
            className="absolute inset-0 block"
          >
            {ticks.map((tick) => (
              <line key={tick} x1="0" x2={width} y1={yOf(tick)} y2={yOf(tick)} className="stroke-line" />
            ))}
            {floor === null ? null : (
              <line
                x1="0"
                x2={width}
                y1={yOf(floor.share)}
                y2={yOf(floor.share)}
                strokeDasharray={floorDashes}
                className="stroke-ink-2"
              />
            )}
            {points.map((point, at) => (
              <Mark key={point.run.number} point={point} before={points[at - 1]} at={at} />
            ))}
          </svg>
          {points.map((point, at) => (
            <PointLink
              key={point.run.number}
              point={point}
              at={at}
              isShown={point.run.number === shown}
              href={pathOf(point.run.number)}
            />
          ))}
        </div>
        {floor === null ? null : <FloorLabel floor={floor} />}
      </div>
    </ScrollingRegion>
  );
}

function Scale() {
  return (
    <div
      aria-hidden="true"
      className="relative w-8 flex-none text-12 text-ink-3"
      style={{ height: height + 2 * top }}
    >
      {ticks.map((tick) => (
        <span key={tick} className="-translate-y-1/2 absolute right-1.5" style={{ top: yOf(tick) }}>
          {tick === 0 || tick === 1 ? tick : tick.toFixed(2)}
        </span>
      ))}
    </div>
  );
}

/** At the end of its line, where no run stands. */
function FloorLabel({ floor: { share } }: { floor: HistoryFloor }) {
  return (
    <div
      aria-hidden="true"
      className="relative w-20 flex-none text-12 text-ink-2"
      style={{ height: height + 2 * top }}
    >
      <span className="-translate-y-1/2 absolute left-1.5 whitespace-nowrap" style={{ top: yOf(share) }}>
        floor {shareText(share)}
      </span>
    </div>
  );
}

const xOf = (at: number): number => (at + 0.5) * columnWidth;

type MarkProps = { point: HistoryPoint; before: HistoryPoint | undefined; at: number };

function Mark({ point, before, at }: MarkProps) {
  const { run, share, isBreak } = point;
  const x = xOf(at);
  const joins = share !== null && before?.share != null && !isBreak;
  const isVersion = run.source.follows === "version";
  return (
    <g>
      {isBreak ? (
        <line
          x1={x - columnWidth / 2}
          x2={x - columnWidth / 2}
          y1={top - 6}
          y2={top + height + 6}
          strokeDasharray="2 3"
          className="stroke-line-strong"
        />
      ) : null}
      {joins && before?.share != null ? (
        <line
          x1={xOf(at - 1)}
          x2={x}
          y1={yOf(before.share.share)}
          y2={yOf(share.share)}
          className="stroke-line-control"
        />
      ) : null}
      {share === null ? null : (
        <>
          <line
            x1={x}
            x2={x}
            y1={yOf(share.high)}
            y2={yOf(share.low)}
            strokeWidth="2"
            strokeDasharray={run.scripted ? "2 3" : undefined}
            className="stroke-ink-2"
          />
          <circle
            cx={x}
            cy={yOf(share.share)}
            r="4.5"
            strokeWidth="1.5"
            strokeDasharray={run.scripted ? "2 2" : undefined}
            className={run.scripted || isVersion ? "fill-bg stroke-ink" : "fill-ink stroke-ink"}
          />
        </>
      )}
    </g>
  );
}

type PointLinkProps = { point: HistoryPoint; at: number; isShown: boolean; href: string };

function PointLink({ point: { run, share }, at, isShown, href }: PointLinkProps) {
  const y = share === null ? top + height : yOf(share.share);
  const said = share === null ? "not measured" : `${shareText(share.share)} ${intervalText(share)}`;
  return (
    <>
      <Link
        href={href}
        aria-label={`Run ${run.number}, ${sourceWords(run.source)}${run.scripted ? ", scripted" : ""}: ${said}`}
        aria-current={isShown ? "page" : undefined}
        title={`Run ${run.number}: ${said}`}
        className={classNames(
          "-translate-x-1/2 -translate-y-1/2 absolute grid size-6 place-items-center rounded-full text-12 text-ink-3",
          isShown && "outline-1 outline-accent-text",
        )}
        style={{ left: xOf(at), top: y }}
      >
        {share === null ? "x" : null}
      </Link>
      <span
        aria-hidden="true"
        className="-translate-x-1/2 absolute bottom-0 font-mono text-12 text-ink-3"
        style={{ left: xOf(at) }}
      >
        {sourceWords(run.source)}
      </span>
    </>
  );
}
