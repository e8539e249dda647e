import { classNames } from "@/components/ui/class-names";
import { formatChange, formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { fillClasses } from "./ledger-bars";
import type { LedgerRow, LedgerView } from "./ledger-view";

const cell = "h-7 border-line border-t pl-2 text-right";

/** The bars' figures and their legend: rows in bar order, a column per turn, and what the last one changed. */
export function LedgerTable({ view }: { view: LedgerView }) {
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">
          Tokens by source and turn; the swatches are the legend of the bars
        </caption>
        <thead>
          <tr className="text-12 text-ink-3">
            <th scope="col" className="h-7 truncate text-left font-normal">
              In bar order
            </th>
            {view.turns.map(({ turn }) => (
              <th key={turn} scope="col" className="w-[72px] pl-2 narrow:w-[58px] text-right font-normal">
                Turn {turn}
              </th>
            ))}
            <th scope="col" className="w-[72px] pl-2 narrow:w-[58px] text-right font-normal">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <LedgerTableRow key={row.key} row={row} turns={view.turns} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="h-7 border-line border-t text-left font-semibold">
              Total
            </th>
            {view.turns.map(({ turn, total }) => (
              <td key={turn} className={cell}>
                {formatNumber(total)}
              </td>
            ))}
            <td className={cell}>{formatChange(view.totalChange)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function LedgerTableRow({ row, turns }: { row: LedgerRow; turns: LedgerView["turns"] }) {
  const machineName = row.kind === "skill" || row.kind === "resource";
  return (
    <tr>
      <th scope="row" className="h-7 max-w-0 border-line border-t text-left font-normal">
        <span className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden="true"
            className={classNames("size-2.5 flex-none rounded-[2px]", fillClasses[row.fill])}
          />
          <span
            className={classNames("truncate", machineName && "font-mono text-12")}
            title={markHidden(row.label)}
          >
            <ShownText text={row.label} />
          </span>
        </span>
      </th>
      {turns.map(({ turn }, at) => (
        <td key={turn} className={classNames(cell, row.tokens[at] ? null : "text-ink-3")}>
          {formatNumber(row.tokens[at] ?? 0)}
        </td>
      ))}
      <td className={classNames(cell, row.change === 0 ? "text-ink-3" : "font-semibold")}>
        {formatChange(row.change)}
      </td>
    </tr>
  );
}
