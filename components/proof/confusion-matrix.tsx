import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Figures } from "@/lib/proof/reports/figures-schema";

type ConfusionCell = Figures["confusion"]["cells"][number];

/** What a row expects: a skill by its name, anything but this one, or no skill at all. */
type ExpectedRow = { expected: string | null; notThis: boolean };

/** A cell by what was expected and what was activated; null is nothing. */
export type CellPlace = ExpectedRow & { activated: string | null };

type ConfusionMatrixProps = {
  names: readonly string[];
  cells: readonly ConfusionCell[];
  chosen: CellPlace | null;
  onChoose: (place: CellPlace | null) => void;
};

const isInRow = (cell: ConfusionCell, { expected, notThis }: ExpectedRow) =>
  cell.expected === expected && (cell.notThis ?? false) === notThis;

/** Whether a cell is at this place. */
export const isAt = (cell: ConfusionCell, place: CellPlace): boolean =>
  isInRow(cell, place) && cell.activated === place.activated;

const isSame = (a: CellPlace | null, b: CellPlace) =>
  a !== null && a.expected === b.expected && a.notThis === b.notThis && a.activated === b.activated;

/** What a row expects, in words; a skill's name is a machine's. */
export const rowWords = ({ expected, notThis }: ExpectedRow): { text: string; mono: boolean } =>
  expected === null
    ? { text: notThis ? "not this one" : "nothing", mono: false }
    : { text: expected, mono: true };

const keyOf = ({ expected, notThis }: ExpectedRow) => `${notThis} ${expected ?? ""}`;

/** `names`: the suite's own skill is the first. The row's number is the column's number; "+2" in a cell was also activated. Every figure leads to its cases. */
export function ConfusionMatrix({ names, cells, chosen, onChoose }: ConfusionMatrixProps) {
  const columns: readonly (string | null)[] = [...names, null];
  const [own] = names;
  const rows = [
    ...names.map((expected) => ({ expected, notThis: false })),
    { expected: null, notThis: true },
    { expected: null, notThis: false },
  ].filter((row) => cells.some((cell) => isInRow(cell, row)));
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
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th
                scope="row"
                className="h-6 max-w-[190px] truncate whitespace-nowrap border-line border-t pr-2 text-left font-normal"
              >
                <span className="inline-block w-4 text-ink-3" aria-hidden="true">
                  {row.notThis ? null : mark(row.expected)}
                </span>
                <RowName row={row} />
              </th>
              {columns.map((activated) => (
                <td key={activated ?? ""} className="border-line border-t p-0 text-center text-ink-3">
                  <MatrixCell
                    place={{ ...row, activated }}
                    cell={cells.find((cell) => isAt(cell, { ...row, activated }))}
                    isRight={row.notThis ? activated !== own : activated === row.expected}
                    isChosen={isSame(chosen, { ...row, activated })}
                    onChoose={onChoose}
                  />
                </td>
              ))}
              <td className="border-line border-t pl-1 text-right text-ink-3">
                {cells.reduce((sum, cell) => sum + (isInRow(cell, row) ? cell.trials : 0), 0)}
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

function RowName({ row }: { row: ExpectedRow }) {
  const { text, mono } = rowWords(row);
  return mono ? (
    <span className="font-mono tracking-[-0.02em]" title={markHidden(text)}>
      <ShownText text={text} />
    </span>
  ) : (
    text
  );
}

type MatrixCellProps = {
  place: CellPlace;
  cell: ConfusionCell | undefined;
  /** Whether what is counted here is what was asked for. */
  isRight: boolean;
  isChosen: boolean;
  onChoose: (place: CellPlace | null) => void;
};

function MatrixCell({ place, cell, isRight, isChosen, onChoose }: MatrixCellProps) {
  if (!cell || (cell.trials === 0 && cell.also === 0))
    return (
      <>
        <span aria-hidden="true">·</span>
        <span className="sr-only">none</span>
      </>
    );
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
        Expected <ShownText text={rowWords(place).text} />, activated{" "}
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
