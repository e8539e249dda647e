"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { ListFilter } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatCount, formatDuration, formatNumber } from "@/components/ui/format";
import { Kbd } from "@/components/ui/kbd";
import { edgeFades, useScrollEdges } from "@/components/ui/use-scroll-edges";
import { type EventFilter, everything, isFiltering } from "./event-filter";
import { EventFilterBar } from "./event-filter-bar";
import type { Mark } from "./marks";
import { isLongLane, type Lane, LaneView, lanePx } from "./timeline-lane";

type TimelineProps = {
  /** What the filter leaves of them. */
  lanes: readonly Lane[];
  /** Events that have a mark, whether shown or not. */
  total: number;
  filter: EventFilter;
  onFilter: (filter: EventFilter) => void;
  viewerId: string;
  selected: Mark | null;
  /** The run that goes on in this line. */
  runningId: string | undefined;
  onSelect: (seq: number) => void;
};

/** Every exchange as a lane of its events, in order; drawn only as far as it is in view. */
export const Timeline = memo(function Timeline(props: TimelineProps) {
  const { lanes, total, filter, onFilter, viewerId, selected, runningId, onSelect } = props;
  const filtering = useFilterBar(filter, onFilter);
  const scroller = useRef<HTMLDivElement>(null);
  const edges = useScrollEdges(scroller);
  const at = lanes.findIndex(({ turn }) => turn.turn === (selected?.turn ?? lanes.at(-1)?.turn.turn));
  const virtualizer = useVirtualizer({
    count: lanes.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => lanePx(lanes[index]),
    getItemKey: (index) => lanes[index]?.turn.runId ?? index,
    // Where it opens: the lane of the selection, or the end.
    initialOffset: () =>
      lanes.slice(0, selected ? at : lanes.length).reduce((sum, lane) => sum + lanePx(lane), 0),
    overscan: 2,
  });
  useLaneInView(virtualizer, at, lanes[at]?.marks.length ?? 0);
  return (
    <section aria-label="Timeline" className="flex-none border-line border-b bg-sunken pt-2 pb-1.5">
      <TimelineHead filter={filter} lanes={lanes} total={total} filtering={filtering} />
      {filtering.open ? (
        <EventFilterBar
          filter={filter}
          onFilter={onFilter}
          shown={countMarks(lanes)}
          total={total}
          inputRef={filtering.input}
          onClose={filtering.close}
        />
      ) : null}
      <div
        ref={scroller}
        onScroll={edges.look}
        className={classNames(
          "mt-1 overflow-x-auto px-4",
          (edges.cut === "left" || edges.cut === "both") && edgeFades.left,
        )}
      >
        {lanes.length === 0 ? <p className="h-[54px] py-2 text-ink-3">No event fits.</p> : null}
        <ol
          hidden={lanes.length === 0}
          className="relative h-[54px]"
          style={{ width: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const lane = lanes[index];
            return lane ? (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute top-0 left-0 w-max min-w-24 pr-1.5"
                style={{ transform: `translateX(${start}px)` }}
              >
                <LaneView
                  lane={lane}
                  isFollowed={index === at}
                  start={start}
                  scroller={scroller}
                  viewerId={viewerId}
                  selected={selected}
                  runningId={runningId}
                  onSelect={onSelect}
                />
              </li>
            ) : null;
          })}
        </ol>
      </div>
    </section>
  );
});

const countMarks = (lanes: readonly Lane[]) => lanes.reduce((sum, { marks }) => sum + marks.length, 0);

type TimelineHeadProps = Pick<TimelineProps, "filter" | "lanes" | "total"> & {
  filtering: ReturnType<typeof useFilterBar>;
};

function TimelineHead({ filter, lanes, total, filtering }: TimelineHeadProps) {
  const count = countMarks(lanes);
  const ended = lanes.flatMap(({ turn }) => turn.end?.payload.totals.durationMs ?? []);
  return (
    <div className="flex items-center gap-2 px-4 text-12 text-ink-3">
      <h2 className="text-ink">Timeline</h2>
      <span>
        {isFiltering(filter)
          ? `${formatNumber(count)} of ${formatCount(total, "event")}`
          : formatCount(count, "event")}
        {ended.length === 0 ? "" : `, ${formatDuration(ended.reduce((sum, ms) => sum + ms, 0))}`}
      </span>
      <span aria-hidden="true" className="ml-auto inline-flex items-center gap-1 narrow:hidden">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        event
      </span>
      <Button
        size="small"
        variant="ghost"
        icon={ListFilter}
        aria-expanded={filtering.open}
        ref={filtering.button}
        onClick={filtering.toggle}
        className="narrow:ml-auto"
      >
        Filter
      </Button>
    </div>
  );
}

/** Brings the lane at `index` into view, and once more when it has grown: its end must not slip out. A long lane does so itself. */
function useLaneInView(
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">,
  index: number,
  marksThere: number,
) {
  const latest = useRef(virtualizer);
  useEffect(() => {
    latest.current = virtualizer;
  });
  useEffect(() => {
    if (index >= 0 && marksThere > 0 && !isLongLane(marksThere))
      latest.current.scrollToIndex(index, { align: "auto" });
  }, [index, marksThere]);
}

/** Opened and left by `f` too; closing shows everything again and gives the focus back. */
function useFilterBar(filter: EventFilter, onFilter: TimelineProps["onFilter"]) {
  const [open, setOpen] = useState(isFiltering(filter));
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    onFilter(everything);
    button.current?.focus();
  };
  useShortcut("f", "Filter events", () => (open ? input.current?.focus() : setOpen(true)));
  return { open, button, input, close, toggle: () => (open ? close() : setOpen(true)) };
}
