"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { ArrowDown, CircleQuestionMark } from "lucide-react";
import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { EventLine } from "@/components/ui/event-line";
import { ShownText } from "@/components/ui/shown-text";
import { activatedNothing, type TranscriptRow, type Turn } from "./transcript";
import { TranscriptRowView } from "./transcript-row";
import { useStickToEnd } from "./use-stick-to-end";

/** A message that the server has not confirmed yet. */
export type PendingMessage = { text: string; author: string };

type TranscriptListProps = {
  turns: readonly Turn[];
  pending: PendingMessage | null;
  viewerId: string;
  /** The mark that is shown in the inspector. */
  selectedSeq: number | null;
  onSelect: (seq: number) => void;
  /** Opens why the turn of this event activated what it did; absent where there is no inspector. */
  onWhy?: (seq: number) => void;
};

/** `unanswered`: the last row of a turn in which no skill was activated. */
type Item = { row: TranscriptRow; turn: Turn; first: boolean; unanswered: boolean };

const estimates = { message: 64, event: 28, answer: 120, ending: 28 } as const;

/**
 * The conversation, drawn only as far as it is in view. It stays at the end while a reader is there and keeps its
 * place otherwise; what streams in is appended below. Readers hear each finished message once, from `Announcer`.
 */
export const TranscriptList = memo(function TranscriptList(props: TranscriptListProps) {
  const { turns, pending, viewerId, selectedSeq, onSelect, onWhy } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(() => turns.flatMap(itemsOf), [turns]);
  const selectedIndex = useMemo(
    () => (selectedSeq === null ? -1 : items.findIndex(({ row }) => row.seq === selectedSeq)),
    [items, selectedSeq],
  );
  const heightOf = (index: number) => estimates[items[index]?.row.kind ?? "message"];
  const virtualizer = useVirtualizer({
    count: items.length + (pending ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: (index) => items[index]?.row.key ?? "pending",
    // Where it opens, the selection or the end, so that no row is drawn only to be scrolled away from.
    initialOffset: () =>
      items
        .slice(0, selectedIndex < 0 ? items.length : selectedIndex)
        .reduce((sum, _, index) => sum + heightOf(index), 0),
    overscan: 3,
    paddingStart: 12,
    paddingEnd: 12,
  });
  const { isAway, goToEnd } = useStickToEnd(scroller, pending !== null, selectedIndex >= 0);
  useSelectionInView(virtualizer, selectedIndex);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Transcript"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overflow-x-hidden -outline-offset-2 [overflow-anchor:none] compact:h-[70vh]"
      >
        <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute top-0 left-0 w-full px-4"
                style={{ transform: `translateY(${start}px)` }}
              >
                {item ? (
                  <TranscriptItem item={item} separated={item.first && index > 0}>
                    <TranscriptRowView
                      row={item.row}
                      run={item.turn.start}
                      viewerId={viewerId}
                      selected={index === selectedIndex}
                      onSelect={onSelect}
                    />
                    {item.unanswered && onWhy ? <WhyLine onWhy={() => onWhy(item.turn.start.seq)} /> : null}
                  </TranscriptItem>
                ) : pending ? (
                  <PendingRow {...pending} separated={index > 0} />
                ) : null}
              </div>
            );
          })}
        </div>
      </div>
      {isAway ? (
        <Button
          icon={ArrowDown}
          size="small"
          onClick={goToEnd}
          className="-translate-x-1/2 absolute bottom-2 left-1/2"
        >
          To the end
        </Button>
      ) : null}
    </div>
  );
});

function itemsOf(turn: Turn): Item[] {
  const last = turn.rows.length - 1;
  const unanswered = activatedNothing(turn);
  return turn.rows.map((row, at) => ({ row, turn, first: at === 0, unanswered: unanswered && at === last }));
}

function WhyLine({ onWhy }: { onWhy: () => void }) {
  return (
    <EventLine
      kind="step"
      icon={CircleQuestionMark}
      word="No skill was activated"
      effect="nothing injected"
      className="pr-9"
      onClick={onWhy}
    >
      <span className="underline decoration-line-control underline-offset-3">why?</span>
    </EventLine>
  );
}

function TranscriptItem({
  item,
  separated,
  children,
}: {
  item: Item;
  separated: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "grid grid-cols-[28px_minmax(0,1fr)] pb-0.5 compact:grid-cols-1",
        separated && turnGap,
      )}
    >
      <span className="pt-2 text-12 text-ink-3 compact:pt-0">
        {item.first ? (
          <>
            <span className="sr-only compact:not-sr-only">Turn </span>
            {item.turn.turn}
          </>
        ) : null}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

const turnGap = "mt-3 border-line border-t pt-3";

function PendingRow({ text, author, separated }: PendingMessage & { separated: boolean }) {
  return (
    <div
      className={classNames("grid grid-cols-[28px_minmax(0,1fr)] compact:grid-cols-1", separated && turnGap)}
    >
      <span />
      <article aria-label={author} className="rounded-2 bg-hover py-1.5 pr-2 pl-1">
        <p className="grid min-h-6 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2">
          <Avatar name={author} />
          <span className="truncate font-semibold">
            <ShownText text={author} />
          </span>
          <span className="text-12 text-ink-3">sending</span>
        </p>
        <p className="whitespace-pre-wrap pr-8 pl-7 text-14 text-ink-2 [overflow-wrap:anywhere]">
          <ShownText text={text} />
        </p>
      </article>
    </div>
  );
}

/** Brings a selection made elsewhere, by a link, J and K or the timeline, into view. */
function useSelectionInView(
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">,
  selectedIndex: number,
) {
  const opened = useRef(false);
  const latest = useRef(virtualizer);
  useEffect(() => {
    latest.current = virtualizer;
  });
  useEffect(() => {
    if (selectedIndex >= 0) {
      latest.current.scrollToIndex(selectedIndex, { align: opened.current ? "auto" : "center" });
    }
    opened.current = true;
  }, [selectedIndex]);
}
