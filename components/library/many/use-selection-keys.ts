"use client";

import { useShortcut } from "@/components/layout/keyboard";
import type { SelectableRow } from "./selection";
import type { RowSelection } from "./use-selection";

type SelectionKeysOptions = {
  selection: RowSelection;
  /** The row that the keyboard is on. */
  active: SelectableRow | null;
  /** Goes so many rows further and says where it came to. */
  step: (by: 1 | -1) => SelectableRow | null;
};

/** On what "all that are shown" is asked for with the keyboard: elsewhere these keys belong to the text. */
const isInList = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("[data-selectable-list]") !== null;

/** Binds X, Shift with J, K and the arrows, Ctrl or Cmd with A, and Escape. */
export function useSelectionKeys({ selection, active, step }: SelectionKeysOptions) {
  const { choose, extend, chooseShown, clear, count } = selection;
  const hasActive = { enabled: active !== null };
  const select = () => {
    if (active !== null) choose(active, { range: false });
  };
  const stretch = (by: 1 | -1) => () => {
    const to = step(by);
    if (active !== null && to !== null) extend(active, to);
  };
  useShortcut("x", "Select the skill", select, hasActive);
  useShortcut("shift+j", "Extend the selection down", stretch(1), hasActive);
  useShortcut("shift+k", "Extend the selection up", stretch(-1), hasActive);
  useShortcut("shift+arrowdown", "Extend the selection down", stretch(1), hasActive);
  useShortcut("shift+arrowup", "Extend the selection up", stretch(-1), hasActive);
  useShortcut("mod+a", "Select all that are shown", () => chooseShown(true), { when: isInList });
  useShortcut("escape", "Clear the selection", clear, { enabled: count > 0 });
}
