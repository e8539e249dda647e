"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { directionOf, type SkillFilters, type SkillSort, sortOf } from "@/components/data/skill-filters";
import { HeaderCell, type SortDirection, Table } from "@/components/ui/table";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { SelectAllBox } from "../many/select-box";
import type { RowSelection } from "../many/use-selection";
import { columnViews } from "./skill-cells";
import { SkillRow } from "./skill-row";
import { type ColumnChoices, columnClass, skillColumns } from "./use-skill-columns";

const rowHeight = 36;
/** Where the next page is asked for: this many rows before the last one loaded. */
const loadAhead = 20;

export type SkillTableHandle = { show: (index: number) => void };

type SkillTableProps = {
  workspace: string;
  skills: readonly SkillSummary[];
  /** Of everything that matches, loaded or not. */
  total: number;
  filters: SkillFilters;
  onSort: (sort: SkillSort) => void;
  choices: ColumnChoices;
  active: string | null;
  onActivate: (skill: string) => void;
  selection: RowSelection;
  onNearEnd: () => void;
  handle: RefObject<SkillTableHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
};

/** The library as a table of which only the rows in view exist. */
export function SkillTable(props: SkillTableProps) {
  const { workspace, skills, total, filters, choices, active, onActivate, onNearEnd, handle, scroller } =
    props;
  const { selection } = props;
  const virtualizer = useVirtualizer({
    count: skills.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => skills[index]?.id ?? index,
    overscan: 12,
    initialRect: { width: 1200, height: 720 },
    scrollPaddingStart: 32,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0];
  const last = rows.at(-1);
  useImperativeHandle(handle, () => ({ show: (index) => virtualizer.scrollToIndex(index) }), [virtualizer]);
  useFocusOnActive(active, rows.length);

  const room: CSSProperties & Record<"--above" | "--below", string> = {
    "--above": `${first?.start ?? 0}px`,
    "--below": `${virtualizer.getTotalSize() - (last?.end ?? 0)}px`,
  };
  const lastIndex = last?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= skills.length - loadAhead) onNearEnd();
  }, [lastIndex, skills.length, onNearEnd]);

  return (
    <Table
      caption={`Skills, sorted by ${sortOf(filters)}. ${total} in all.`}
      aria-rowcount={total + 1}
      className="min-w-[972px] compact:min-w-0"
    >
      <SkillTableHead {...props} />
      {/* Rows out of view are room before and after, made by pseudo elements: nothing for a reader to step on. */}
      <tbody style={room} className="before:table-row before:h-(--above) after:table-row after:h-(--below)">
        {rows.map((row) => {
          const skill = skills[row.index];
          return skill === undefined ? null : (
            <SkillRow
              key={row.key}
              workspace={workspace}
              skill={skill}
              rowIndex={row.index + 2}
              choices={choices}
              active={skill.name === active}
              onActivate={onActivate}
              selected={selection.has(skill.id)}
              anySelected={selection.count > 0}
              onSelect={selection.choose}
            />
          );
        })}
      </tbody>
    </Table>
  );
}

/** Moving with the keyboard moves the focus along; a row that comes into being takes it as soon as it exists. */
function useFocusOnActive(active: string | null, mountedRows: number) {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    if (active === null || mountedRows === 0 || focused.current === active) return;
    const link = document.querySelector<HTMLElement>(`[data-skill-link="${CSS.escape(active)}"]`);
    if (link === null) return;
    focused.current = active;
    link.focus({ preventScroll: true });
  });
}

function SkillTableHead({ filters, onSort, choices, selection }: SkillTableProps) {
  const direction = directionOf(filters) === "asc" ? "ascending" : "descending";
  const sorting = (sort: SkillSort | undefined): { sort?: SortDirection | null; onSort?: () => void } =>
    sort === undefined
      ? {}
      : { sort: sortOf(filters) === sort ? direction : null, onSort: () => onSort(sort) };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <HeaderCell width={40} className="pr-0">
          <SelectAllBox
            head={selection.head}
            onChange={(chosen) => (selection.isMatching ? selection.clear() : selection.chooseShown(chosen))}
          />
        </HeaderCell>
        <HeaderCell width={188} {...sorting("name")}>
          Name
        </HeaderCell>
        {skillColumns.map((column) => {
          const view = columnViews[column.id];
          return (
            <HeaderCell
              key={column.id}
              {...(view.title === undefined ? {} : { title: view.title })}
              numeric={view.numeric ?? false}
              className={columnClass(column, choices)}
              {...(view.width === undefined ? {} : { width: view.width })}
              {...sorting(view.sort)}
            >
              {view.heading}
            </HeaderCell>
          );
        })}
        <HeaderCell width={40} spoken="Actions" />
      </tr>
    </thead>
  );
}
