"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { TranscriptRow, Turn } from "./transcript";
import { TranscriptRowView } from "./transcript-row";

/** A message that the server has not confirmed yet. */
export type PendingMessage = { text: string; author: string };

type TranscriptListProps = {
  turns: readonly Turn[];
  pending: PendingMessage | null;
  viewerId: string;
  /** The mark that is shown in the inspector. */
  selectedSeq: number | null;
  onSelect: (seq: number) => void;
};

type Item = { row: TranscriptRow; turn: Turn; first: boolean };

const nearEndPx = 48;
const estimates = { message: 64, event: 28, answer: 120, ending: 28 } as const;

/**
 * The conversation, drawn only as far as it is in view. It stays at the end while a reader is there and keeps its
 * place otherwise; what streams in is appended below. Readers hear each finished message once, from `Announcer`.
 */
export const TranscriptList = memo(function TranscriptList(props: TranscriptListProps) {
  const { turns, pending, viewerId, selectedSeq, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => turns.flatMap((turn): Item[] => turn.rows.map((row, at) => ({ row, turn, first: at === 0 }))),
    [turns],
  );
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
  const { isAway, goToEnd } = useEnd(scroller, pending !== null, selectedIndex >= 0);
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
          <span className="truncate font-semibold">{author}</span>
          <span className="text-12 text-ink-3">sending</span>
        </p>
        <p className="whitespace-pre-wrap pr-8 pl-7 text-14 text-ink-2 [overflow-wrap:anywhere]">{text}</p>
      </article>
    </div>
  );
}

/**
 * Stays at the end while the reader is there: whatever grows, the end stays in view. Scrolling up lets go of it,
 * scrolling back or sending a message takes hold again.
 */
function useEnd(scroller: RefObject<HTMLDivElement | null>, isSending: boolean, opensElsewhere: boolean) {
  const holds = useRef(!opensElsewhere);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  const [isAway, setAway] = useState(false);
  if (isSending) holds.current = true;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (holds.current && box.scrollHeight !== lastHeight.current) box.scrollTop = box.scrollHeight;
    lastHeight.current = box.scrollHeight;
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      const distance = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (distance <= nearEndPx) holds.current = true;
      else if (box.scrollTop < lastTop.current) holds.current = false;
      lastTop.current = box.scrollTop;
      setAway(!holds.current && distance > box.clientHeight / 2);
    };
    // Captured: before the list draws itself anew for the same scrolling and would be pulled back to the end.
    box.addEventListener("scroll", look, { passive: true, capture: true });
    return () => box.removeEventListener("scroll", look, { capture: true });
  }, [scroller]);
  const goToEnd = () => {
    holds.current = true;
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  return { isAway, goToEnd };
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
