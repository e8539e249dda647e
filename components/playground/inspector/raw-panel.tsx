"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { SessionEvent } from "@/lib/runtime/events";
import { JsonText } from "./json-text";

type RawPanelProps = {
  events: readonly SessionEvent[];
  selectedSeq: number | null;
  /** Where the same list is served to programs. */
  address: string;
  onSelect: (seq: number) => void;
};

const linePx = 24;

/** The log as it is: one line of JSON per event, the selected one in full. Drawn only as far as it is in view. */
export function RawPanel({ events, selectedSeq, address, onSelect }: RawPanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    getItemKey: (index) => events[index]?.seq ?? index,
    overscan: 10,
  });
  const selectedIndex = events.findIndex(({ seq }) => seq === selectedSeq);
  const latest = useRef(virtualizer);
  useEffect(() => {
    latest.current = virtualizer;
  });
  useEffect(() => {
    if (selectedIndex >= 0) latest.current.scrollToIndex(selectedIndex, { align: "auto" });
  }, [selectedIndex]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="flex-none border-line border-b px-4 py-2 text-12 text-ink-3">
        For programs:{" "}
        <TextLink href={address} prefetch={false} target="_blank">
          <ShownText text={address} />
        </TextLink>
      </p>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto compact:h-[60vh] compact:flex-none">
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const event = events[index];
            if (!event) return null;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${start}px)` }}
              >
                <RawLine event={event} selected={index === selectedIndex} onSelect={onSelect} />
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
}

type RawLineProps = { event: SessionEvent; selected: boolean; onSelect: (seq: number) => void };

function RawLine({ event, selected, onSelect }: RawLineProps) {
  const text = selected ? JSON.stringify(event, null, 2) : JSON.stringify(event.payload).slice(0, 300);
  return (
    <>
      <button
        type="button"
        onClick={() => onSelect(event.seq)}
        aria-expanded={selected}
        className={classNames(
          "grid h-6 w-full grid-cols-[36px_150px_minmax(0,1fr)] items-center gap-x-2 px-4 text-left font-mono text-12 text-ink-3 -outline-offset-2 hover:bg-hover",
          selected && "bg-accent-soft text-ink",
        )}
      >
        <span className="text-right">{event.seq}</span>
        <span className="truncate text-ink">{event.type}</span>
        <span className="truncate">{selected ? null : <ShownText text={text} />}</span>
      </button>
      {selected ? (
        <pre className="max-h-[60vh] overflow-auto whitespace-pre-wrap border-line border-y bg-sunken px-4 py-2 text-12 text-ink-2 leading-[18px] [overflow-wrap:anywhere]">
          <JsonText text={text} />
        </pre>
      ) : null}
    </>
  );
}
