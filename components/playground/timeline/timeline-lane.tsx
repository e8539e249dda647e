"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useRef } from "react";
import { useThreadsOn } from "@/components/discussion/event-discussion-context";
import { saidWords } from "@/components/discussion/threads-by-seq";
import { classNames } from "@/components/ui/class-names";
import { eventLooks } from "@/components/ui/event-line";
import { formatDuration } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { Thread } from "@/lib/discussion/schema";
import { eventLine, lineText } from "../event-line";
import type { Turn } from "../transcript/transcript";
import type { Mark } from "./marks";

export type Lane = { turn: Turn; marks: Mark[] };

const markPx = 26;
const leastLanePx = 96;
/** What a lane has around its marks: borders and gaps. */
const aroundPx = 14;

export const lanePx = (lane: Lane | undefined): number =>
  Math.max(leastLanePx, (lane?.marks.length ?? 0) * markPx + aroundPx);

/** More marks than fit on most screens are drawn only as far as they are in view. */
const longLane = 60;
export const isLongLane = (marks: number): boolean => marks > longLane;

type LaneViewProps = {
  lane: Lane;
  /** It is the lane of the selection, or the last one while nothing is selected. */
  isFollowed: boolean;
  /** Pixels from the left of what scrolls. */
  start: number;
  scroller: RefObject<HTMLDivElement | null>;
  viewerId: string;
  selected: Mark | null;
  /** The run that goes on in this line. */
  runningId: string | undefined;
  onSelect: (seq: number) => void;
};

/** One exchange: its marks, then its number and how long it took. */
export function LaneView(props: LaneViewProps) {
  const { turn, marks } = props.lane;
  return (
    <>
      {isLongLane(marks.length) ? <LongMarks {...props} /> : <Marks {...props} />}
      <p className="flex justify-between gap-2 px-0.5 pt-0.5 text-12 text-ink-3">
        <span className="whitespace-nowrap">Turn {turn.turn}</span>
        <span className="whitespace-nowrap">
          {turn.end
            ? formatDuration(turn.end.payload.totals.durationMs)
            : turn.runId === props.runningId
              ? "runs"
              : "cut here"}
        </span>
      </p>
    </>
  );
}

const box = "h-8 rounded-1 border border-line-strong bg-bg px-1";

function Marks(props: LaneViewProps) {
  return (
    <div className={classNames("flex items-center justify-around gap-0.5", box)}>
      {props.lane.marks.map((mark) => laneMark(props, mark))}
    </div>
  );
}

/** A function and no component: so each button is drawn again only when its own mark or selection changes. */
const laneMark = ({ lane, viewerId, selected, onSelect }: LaneViewProps, mark: Mark) => (
  <MarkButton
    key={mark.seqs[0]}
    mark={mark}
    turn={lane.turn}
    viewerId={viewerId}
    selected={selected?.seq === mark.seq}
    onSelect={onSelect}
  />
);

/** Keeps the selected mark in view, or the last one. */
function LongMarks(props: LaneViewProps) {
  const { isFollowed, start, scroller, selected } = props;
  const { marks } = props.lane;
  const virtualizer = useVirtualizer({
    count: marks.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => markPx,
    getItemKey: (index) => marks[index]?.seqs[0] ?? index,
    scrollMargin: start,
    initialOffset: () => scroller.current?.scrollLeft ?? 0,
    overscan: 4,
  });
  const shown = selected ? marks.findIndex(({ seq }) => seq === selected.seq) : marks.length - 1;
  const at = isFollowed ? shown : -1;
  const latest = useRef(virtualizer);
  useEffect(() => {
    latest.current = virtualizer;
  });
  useEffect(() => {
    if (at >= 0) latest.current.scrollToIndex(at, { align: "auto" });
  }, [at]);
  return (
    <div className={box} style={{ width: virtualizer.getTotalSize() + aroundPx }}>
      <div className="relative h-full">
        {virtualizer.getVirtualItems().map(({ index, key, start: left }) => {
          const mark = marks[index];
          return mark ? (
            <div
              key={key}
              className="absolute top-[3px] left-0"
              style={{ transform: `translateX(${left - start}px)` }}
            >
              {laneMark(props, mark)}
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

type MarkButtonProps = {
  mark: Mark;
  turn: Turn;
  viewerId: string;
  selected: boolean;
  onSelect: (seq: number) => void;
};

const MarkButton = memo(function MarkButton(props: MarkButtonProps) {
  const { mark, turn, viewerId, selected, onSelect } = props;
  const line = eventLine(mark.event, { run: turn.start, viewerId });
  const look = eventLooks[line.hue];
  const said = useThreadsOn(mark.seqs);
  const words = mark.event.type === "text" ? "Answer, writing" : lineText(line);
  const name = said.length > 0 ? `${words}; ${saidWords(said)}` : words;
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-current={selected ? "true" : undefined}
      onClick={() => onSelect(mark.seq)}
      className={classNames(
        "relative grid size-6 flex-none place-items-center rounded-1",
        line.hue === "step" ? "text-ink-3" : look.hue,
        selected ? look.selected : "hover:bg-hover",
      )}
    >
      <Icon of={line.icon} size={15} />
      {said.length > 0 ? <Said threads={said} /> : null}
    </button>
  );
});

/** How many comments an event has, at the corner of its mark. */
function Said({ threads }: { threads: readonly Thread[] }) {
  const comments = threads.reduce((sum, thread) => sum + thread.comments.length, 0);
  const isOpen = threads.some(({ resolved }) => resolved === null);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "absolute -top-1 -right-1 min-w-3.5 rounded-full border border-line-strong bg-bg px-0.5 text-[10px] leading-3",
        isOpen ? "text-warn" : "text-ink-3",
      )}
    >
      {comments}
    </span>
  );
}
