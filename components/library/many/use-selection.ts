"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChosenSkills } from "@/components/data/batch-queries";
import type { SkillFilters } from "@/components/data/skill-filters";
import {
  everythingMatching,
  extendedTo,
  goneRows,
  headState,
  isSelected,
  noSelection,
  renamed,
  type SelectableRow,
  type Selection,
  selectedCount,
  toggled,
  withAll,
  without,
} from "./selection";

type ListOnScreen = {
  /** What is loaded, in order. */
  rows: readonly SelectableRow[];
  /** Of everything that matches, loaded or not. */
  total: number;
  filters: SkillFilters;
  /** False while the rows still belong to earlier filters. */
  isCurrent: boolean;
};

/** What decides which skills a list holds; the order does not. */
const contentOf = ({ sort: _, direction: __, ...content }: SkillFilters) => JSON.stringify(content);

export type RowSelection = ReturnType<typeof useSelection>;

/**
 * Which rows of a list are chosen. Rows stay chosen while the list is sorted, filtered or read further; those that go
 * away leave. "All that match" holds for the filters that it was said of, and ends with them.
 */
export function useSelection({ rows, total, filters, isCurrent }: ListOnScreen) {
  const [held, setSelection] = useState<Selection<SkillFilters>>(noSelection);
  const content = contentOf(filters);
  const ended = held.matching !== null && contentOf(held.matching) !== content;
  const selection: Selection<SkillFilters> = ended ? noSelection : held;
  const latest = useRef({ rows, filters });
  useEffect(() => {
    latest.current = { rows, filters };
  });
  const change = useCallback(
    (next: (before: Selection<SkillFilters>, rows: readonly SelectableRow[]) => Selection<SkillFilters>) =>
      setSelection((before) => {
        const { rows: now, filters: shown } = latest.current;
        const isOver = before.matching !== null && contentOf(before.matching) !== contentOf(shown);
        return next(isOver ? noSelection : before, now);
      }),
    [],
  );

  const before = useRef({ rows, total, content });
  useEffect(() => {
    if (!isCurrent) return;
    const was = before.current;
    before.current = { rows, total, content };
    if (was.content !== content || was.rows === rows) return;
    const gone = goneRows(was, { rows, total });
    change((known) => renamed(gone.size === 0 ? known : without(known, (id) => gone.has(id)), rows));
  }, [rows, total, content, isCurrent, change]);

  const acts = useMemo(
    () => ({
      /** With `range`, everything from the row touched last to this one. */
      choose: (row: SelectableRow, { range }: { range: boolean }) =>
        change((known, now) => (range ? extendedTo(known, now, row) : toggled(known, row))),
      /** From the first row to the second, as far as the range goes now; it begins at the first. */
      extend: (from: SelectableRow, to: SelectableRow) =>
        change((known, now) =>
          extendedTo(known.anchor === null ? toggled(known, from, true) : known, now, to),
        ),
      chooseShown: (chosen: boolean) => change((known, now) => withAll(known, now, chosen)),
      chooseMatching: () => change(() => everythingMatching(latest.current.filters)),
      clear: () => change(() => noSelection),
      /** Of what was asked for, some is dealt with and some is left: that stays chosen. */
      letGo: ({ done, left }: { done: readonly string[]; left: readonly string[] }) => {
        const [dealtWith, kept] = [new Set(done), new Set(left)];
        change((known, now) => {
          if (known.matching === null)
            return without(known, (id) => dealtWith.has(known.marked.get(id) ?? ""));
          const here = now.filter(({ name }) => kept.has(name));
          return withAll<SkillFilters>(noSelection, here, true);
        });
      },
    }),
    [change],
  );

  const count = selectedCount(selection, total);
  const chosen: ChosenSkills =
    selection.matching === null
      ? { names: [...selection.marked.values()] }
      : { matching: selection.matching, except: [...selection.marked.values()] };
  return {
    ...acts,
    count,
    chosen,
    isMatching: selection.matching !== null,
    isWhole: selection.matching !== null && selection.marked.size === 0,
    head: headState(selection, rows, total),
    has: (id: string) => isSelected(selection, id),
  };
}
