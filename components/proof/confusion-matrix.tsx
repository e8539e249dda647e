import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Figures } from "@/lib/proof/figures-schema";

type ConfusionCell = Figures["confusion"]["cells"][number];

/** A cell by what was expected and what was activated; null is nothing. */
export type CellPlace = { expected: string | null; activated: string | null };

type ConfusionMatrixProps = {
  names: readonly string[];
  cells: readonly ConfusionCell[];
  chosen: CellPlace | null;
  onChoose: (place: CellPlace | null) => void;
};

const isSame = (a: CellPlace | null, b: CellPlace) =>
  a !== null && a.expected === b.expected && a.activated === b.activated;

/** The row's number is the column's number; "+2" in a cell was also activated. Every figure leads to its cases. */
export function ConfusionMatrix({ names, cells, chosen, onChoose }: ConfusionMatrixProps) {
  const columns: readonly (string | null)[] = [...names, null];
  const rows = columns.filter((name) => cells.some((cell) => cell.expected === name));
  const find = (place: CellPlace) => cells.find((cell) => isSame(cell, place));
  const mark = (name: string | null) => (name === null ? "–" : names.indexOf(name) + 1);
  return (
    <div className="relative overflow-x-auto">
      <table className="border-separate border-spacing-0 text-12">
        <caption className="sr-only">Trials by what was expected and what was activated</caption>
        <thead>
          <tr>
            <th scope="col" className="h-6 pr-2 text-left font-normal text-ink-3">
              Expected
            </th>
            {columns.map((name) => (
              <th
                key={name ?? ""}
                scope="col"
                title={name === null ? "nothing" : markHidden(name)}
                className="w-8 min-w-8 font-normal text-ink-3"
              >
                <span aria-hidden="true">{mark(name)}</span>
                <span className="sr-only">
                  activated <ShownText text={name ?? "nothing"} />
                </span>
              </th>
            ))}
            <th scope="col" className="w-7 font-normal text-ink-3">
              <span className="sr-only">All</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((expected) => (
            <tr key={expected ?? ""}>
              <th
                scope="row"
                className="h-6 max-w-[190px] truncate whitespace-nowrap border-line border-t pr-2 text-left font-normal"
              >
                <span className="inline-block w-4 text-ink-3" aria-hidden="true">
                  {mark(expected)}
                </span>
                {expected === null ? (
                  "nothing"
                ) : (
                  <span className="font-mono tracking-[-0.02em]" title={markHidden(expected)}>
                    <ShownText text={expected} />
                  </span>
                )}
              </th>
              {columns.map((activated) => (
                <td key={activated ?? ""} className="border-line border-t p-0 text-center text-ink-3">
                  <MatrixCell
                    place={{ expected, activated }}
                    cell={find({ expected, activated })}
                    isChosen={isSame(chosen, { expected, activated })}
                    onChoose={onChoose}
                  />
                </td>
              ))}
              <td className="border-line border-t pl-1 text-right text-ink-3">
                {cells.reduce((sum, cell) => sum + (cell.expected === expected ? cell.trials : 0), 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-12 text-ink-3">
        In trials. Columns carry the row’s number, – is nothing. <b className="font-medium text-ink-2">+2</b>{" "}
        also activated.
      </p>
    </div>
  );
}

type MatrixCellProps = {
  place: CellPlace;
  cell: ConfusionCell | undefined;
  isChosen: boolean;
  onChoose: (place: CellPlace | null) => void;
};

function MatrixCell({ place, cell, isChosen, onChoose }: MatrixCellProps) {
  if (!cell || (cell.trials === 0 && cell.also === 0))
    return (
      <>
        <span aria-hidden="true">·</span>
        <span className="sr-only">none</span>
      </>
    );
  const isRight = place.expected === place.activated;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(isChosen ? null : place)}
      className={classNames(
        "h-6 w-8 rounded-1 font-medium text-ink",
        isRight ? "bg-press" : cell.trials > 0 ? "bg-warn-soft text-warn" : "hover:bg-hover",
        isChosen && "bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent-text)]",
      )}
    >
      <span className="sr-only">
        Expected <ShownText text={place.expected ?? "nothing"} />, activated{" "}
        <ShownText text={place.activated ?? "nothing"} />:{" "}
      </span>
      {cell.trials > 0 ? cell.trials : null}
      {cell.trials > 0 ? <span className="sr-only"> {nounOf(cell.trials)}</span> : null}
      {cell.also > 0 ? (
        <small className="ml-0.5 font-normal text-11 text-ink-2">
          +{cell.also}
          <span className="sr-only"> also activated</span>
        </small>
      ) : null}
    </button>
  );
}

const nounOf = (trials: number) => (trials === 1 ? "trial" : "trials");
