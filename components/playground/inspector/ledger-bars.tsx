import { classNames } from "@/components/ui/class-names";
import { formatNumber, formatTokens } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { axisLabel, axisOf, type LedgerFill, type LedgerRow, type LedgerView } from "./ledger-view";

export const fillClasses: Readonly<Record<LedgerFill, string>> = {
  instructions: "bg-fill-instructions",
  tools: "bg-fill-tools",
  catalogue: "bg-fill-catalogue",
  "skill-1": "bg-fill-skill-1",
  "skill-2": "bg-fill-skill-2",
  resource: "bg-fill-resource",
  history: "bg-fill-history",
};

/** Shares narrower than this hold no words. */
const labelledShare = 0.12;
const labelled = new Set<LedgerRow["kind"]>(["skill", "history"]);

/** One bar per turn on one axis. The table below repeats every figure, so readers get one sentence. */
export function LedgerBars({ view }: { view: LedgerView }) {
  const axis = axisOf(Math.max(...view.turns.map(({ total }) => total)));
  const summary = view.turns.map(({ turn, total }) => `turn ${turn} ${formatTokens(total)}`).join(", ");
  return (
    <div
      role="img"
      aria-label={`Context by turn: ${summary}`}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1"
    >
      {view.turns.map(({ turn, total }, column) => {
        const isLast = column === view.turns.length - 1;
        return (
          <div key={turn} className="contents">
            <span className={isLast ? "font-semibold" : "text-ink-2"}>Turn {turn}</span>
            <div className="flex h-6 gap-px overflow-hidden border-line border-b">
              {view.rows.map((row) => (
                <Segment
                  key={row.key}
                  row={row}
                  tokens={row.tokens[column] ?? 0}
                  max={axis.max}
                  withLabel={row.kind !== "history" || isLast}
                />
              ))}
            </div>
            <span className={classNames("text-right", isLast ? "font-semibold" : "text-ink-2")}>
              {formatNumber(total)}
            </span>
          </div>
        );
      })}
      <div className="relative col-start-2 h-4 text-11 text-ink-3">
        {axis.ticks.map((tick, at) => (
          <span
            key={tick}
            className={classNames(
              "absolute",
              at === 0 ? null : at === axis.ticks.length - 1 ? "-translate-x-full" : "-translate-x-1/2",
            )}
            style={{ left: `${(tick / axis.max) * 100}%` }}
          >
            {axisLabel(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

type SegmentProps = { row: LedgerRow; tokens: number; max: number; withLabel: boolean };

function Segment({ row, tokens, max, withLabel }: SegmentProps) {
  if (tokens <= 0) return null;
  const share = tokens / max;
  return (
    <div
      title={markHidden(`${row.label}: ${formatTokens(tokens)}`)}
      className={classNames(
        "flex h-full min-w-px flex-none items-center overflow-hidden px-1 text-11",
        fillClasses[row.fill],
        row.fill === "history" ? "text-fill-history-on" : "text-fill-on",
        share < 0.02 && "px-0",
      )}
      style={{ width: `${share * 100}%` }}
    >
      {withLabel && labelled.has(row.kind) && share >= labelledShare ? (
        <span className="truncate">
          <ShownText text={row.label} />
        </span>
      ) : null}
    </div>
  );
}
