import { Fragment, type ReactNode } from "react";
import type { DiffRow } from "@/lib/library/diffs/diff-schema";
import { useDiffSettings } from "./diff-context";
import { type Segment, unified } from "./diff-segments";
import { type LineSelection, NumberCell, TextCell } from "./line-cells";
import type { LineSpot } from "./use-line-selection";

type RowsProps = {
  rows: readonly DiffRow[];
  startsChange: Extract<Segment, { kind: "rows" }>["startsChange"];
  selection: LineSelection;
  pathOf: (side: LineSpot["side"]) => string;
};

/** Drawn by the cells: those that hold text would cover the outline of their row. */
const focusLook =
  "outline-none focus-visible:[&>td]:shadow-[inset_0_2px_0_var(--focus),inset_0_-2px_0_var(--focus)]";

const stop = { "data-stop": "", tabIndex: -1 } as const;

/** Lines beside each other: what was there, what is there. */
export function SplitRows({ rows, startsChange, selection, pathOf }: RowsProps) {
  return rows.map((row) => {
    const [old, current] =
      row.kind === "same" ? (["same", "same"] as const) : (["removed", "added"] as const);
    return (
      <Fragment key={`${row.old?.line ?? ""}-${row.new?.line ?? ""}`}>
        <tr {...(startsChange.has(row) ? stop : {})} className={focusLook}>
          <NumberCell side="old" line={row.old} kind={old} selection={selection} />
          <TextCell side="old" line={row.old} kind={old} />
          <NumberCell side="new" line={row.new} kind={current} selection={selection} divided />
          <TextCell side="new" line={row.new} kind={current} />
        </tr>
        <BelowLine old={row.old?.line} current={row.new?.line} columns={4} pathOf={pathOf} />
      </Fragment>
    );
  });
}

/** One column of text: what was there above what is there. */
export function UnifiedRows({ rows, startsChange, selection, pathOf }: RowsProps) {
  let before: string = "same";
  return unified(rows).map(({ kind, old, new: current }) => {
    const isStop = kind !== "same" && before === "same" && startsChange.size > 0;
    before = kind;
    const side = kind === "removed" ? "old" : "new";
    return (
      <Fragment key={`${old?.line ?? ""}-${current?.line ?? ""}`}>
        <tr {...(isStop ? stop : {})} className={focusLook}>
          <NumberCell side="old" line={old} kind={kind} selection={selection} />
          <NumberCell side="new" line={current} kind={kind} selection={selection} />
          <TextCell side={side} line={current ?? old} kind={kind} />
        </tr>
        <BelowLine old={old?.line} current={current?.line} columns={3} pathOf={pathOf} />
      </Fragment>
    );
  });
}

type BelowLineProps = {
  old: number | undefined;
  current: number | undefined;
  columns: number;
  pathOf: RowsProps["pathOf"];
};

/** Shows what somebody said about the line, across both sides. */
function BelowLine({ old, current, columns, pathOf }: BelowLineProps) {
  const { renderAfterLines } = useDiffSettings();
  if (!renderAfterLines) return null;
  const below: ReactNode[] = [
    old === undefined ? null : renderAfterLines({ path: pathOf("old"), side: "old", line: old }),
    current === undefined ? null : renderAfterLines({ path: pathOf("new"), side: "new", line: current }),
  ];
  if (below.every((node) => node === null || node === undefined || node === false)) return null;
  return (
    <tr>
      <td colSpan={columns} className="border-line border-y p-0">
        {below[0]}
        {below[1]}
      </td>
    </tr>
  );
}
