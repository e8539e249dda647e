"use client";

import type { ChangeEvent } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { HeadState, SelectableRow } from "./selection";

const withShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

type SelectBoxProps = {
  row: SelectableRow;
  selected: boolean;
  /** Once any row is selected, all boxes are there. */
  anySelected: boolean;
  onSelect: (row: SelectableRow, how: { range: boolean }) => void;
};

/**
 * Selects a row: the whole cell is its target. It shows under the pointer, with the focus, on touch screens, and once
 * anything is selected. Its parent is positioned, inside a `group/row`.
 */
export function SelectBox({ row, selected, anySelected, onSelect }: SelectBoxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box has its own name; the label widens its target.
    <label
      className={classNames(
        "absolute inset-0 z-1 grid cursor-pointer select-none place-items-center pl-1.5",
        anySelected
          ? null
          : "opacity-0 focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <Checkbox
        aria-label={`Select ${markHidden(row.name)}`}
        checked={selected}
        onChange={(event) => onSelect(row, { range: withShift(event) })}
      />
    </label>
  );
}

type SelectAllBoxProps = { head: HeadState; onChange: (chosen: boolean) => void };

/** Over the rows: all that are shown, or none. */
export function SelectAllBox({ head, onChange }: SelectAllBoxProps) {
  return (
    <Checkbox
      aria-label="Select all that are shown"
      checked={head === "all"}
      indeterminate={head === "some"}
      onChange={() => onChange(head !== "all")}
      className="-ml-1 align-middle"
    />
  );
}
