"use client";

import { MessageSquare, MessageSquarePlus } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { useEventDiscussion, useThreadsOn } from "./event-discussion-context";
import { toTyped } from "./mention-text";
import { saidWords } from "./threads-by-seq";

type EventThreadLineProps = { seqs: number | readonly number[]; onSelect: () => void };

/** Below an event in a transcript: what was said last about it, as the way to all of it. */
export function EventThreadLine({ seqs, onSelect }: EventThreadLineProps) {
  const threads = useThreadsOn(seqs);
  const last = threads.flatMap(({ comments }) => comments).at(-1);
  if (!last) return null;
  const isOpen = threads.some(({ resolved }) => resolved === null);
  return (
    <button
      type="button"
      onClick={onSelect}
      className="grid min-h-7 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 pr-2 pl-1 text-left text-12 hover:bg-hover"
    >
      <Icon
        of={MessageSquare}
        size={14}
        className={classNames("justify-self-center", isOpen ? "text-warn" : "text-ink-3")}
      />
      <span className="truncate text-ink-2">
        <span className="font-medium text-ink">{last.author.name}</span> {toTyped(last.body, last.mentions)}
      </span>
      <span className={classNames("whitespace-nowrap", isOpen ? "text-warn" : "text-ink-3")}>
        {saidWords(threads)}
      </span>
    </button>
  );
}

type CommentOnEventProps = { seq: number; onSelect: () => void; className?: string };

/** Appears beside an event that is pointed at or focused: selects it and opens the place to write. */
export function CommentOnEvent({ seq, onSelect, className }: CommentOnEventProps) {
  const view = useEventDiscussion();
  if (!view || view.comments.blocked !== undefined) return null;
  return (
    // A plain button: a tooltip in every row would cost more than the row itself.
    <button
      type="button"
      aria-label={`Comment on event ${seq}`}
      title="Comment"
      onClick={() => {
        onSelect();
        view.write({ seq });
      }}
      className={classNames(
        "grid size-6 place-items-center rounded-1 border border-line-strong bg-bg text-ink-3 opacity-0 hover:text-ink focus-visible:opacity-100 group-hover/event:opacity-100 group-focus-within/event:opacity-100",
        className,
      )}
    >
      <Icon of={MessageSquarePlus} size={14} />
    </button>
  );
}
