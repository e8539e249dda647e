"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useCallback, useRef, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { HeaderCell, Table } from "@/components/ui/table";
import type { ImportItem } from "@/lib/imports/import-schema";
import type { Decision, Decisions } from "./import-choices";
import { ImportItemRows } from "./import-item-rows";

type ImportTableProps = {
  items: readonly ImportItem[];
  decisions: Decisions;
  problems: ReadonlyMap<string, string>;
  onDecide: (id: string, decision: Decision) => void;
};

type Room = CSSProperties & Record<"--room", string>;

/** The found packages; only those in view exist, however many there are. A row opens to show its findings. */
export function ImportTable({ items, decisions, problems, onDecide }: ImportTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 10,
    initialRect: { width: 1200, height: 600 },
  });
  const rows = virtualizer.getVirtualItems();
  const above: Room = { "--room": `${rows[0]?.start ?? 0}px` };
  const below: Room = { "--room": `${virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)}px` };
  const spacer = "before:table-row before:h-(--room) compact:before:block";
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto [overflow-anchor:none] compact:h-[80dvh] compact:flex-none"
    >
      {items.length === 0 ? (
        <EmptyState inline title="No package here">
          Nothing that was found belongs into this view.
        </EmptyState>
      ) : (
        <Table
          caption="Packages found"
          aria-rowcount={items.length + 1}
          stacked="edges"
          className="min-w-[920px]"
        >
          <thead>
            <tr>
              <HeaderCell width={212}>Name</HeaderCell>
              <HeaderCell>Description</HeaderCell>
              <HeaderCell width={64} numeric>
                Files
              </HeaderCell>
              <HeaderCell width={76} numeric>
                Size
              </HeaderCell>
              <HeaderCell width={120}>Findings</HeaderCell>
              <HeaderCell width={136}>Found</HeaderCell>
              <HeaderCell width={188}>What to do</HeaderCell>
            </tr>
          </thead>
          <tbody style={above} className={spacer} />
          {rows.map((row) => {
            const item = items[row.index];
            return item === undefined ? null : (
              <ImportItemRows
                key={row.key}
                measure={virtualizer.measureElement}
                index={row.index}
                item={item}
                decision={decisions.get(item.id) ?? null}
                problem={problems.get(item.id)}
                isOpen={open.has(item.id)}
                onToggle={toggle}
                onDecide={onDecide}
              />
            );
          })}
          <tbody style={below} className={spacer} />
        </Table>
      )}
    </div>
  );
}
