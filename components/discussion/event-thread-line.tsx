"use client";

import { MessageSquare, MessageSquarePlus } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { useEventDiscussion, useThreadsOn } from "./event-discussion-context";
import { toTyped } from "./mention-text";
import { saidWords } from "./threads-by-seq";

type EventThreadLineProps = {
  /** The events that the line above stands for, the one that is selected with it first. */
  seqs: readonly number[];
};

/** Below an event in a transcript: what was said last about it, as the way to all of it. */
export function EventThreadLine({ seqs }: EventThreadLineProps) {
  const view = useEventDiscussion();
  const threads = useThreadsOn(seqs);
  const seq = seqs.find((one) => view?.bySeq.has(one));
  const last = threads.flatMap(({ comments }) => comments).at(-1);
  if (!view || !last || seq === undefined) return null;
  const isOpen = threads.some(({ resolved }) => resolved === null);
  return (
    <button
      type="button"
      onClick={() => view.show(seq)}
      className="grid min-h-7 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 pr-2 pl-1 text-left text-12 hover:bg-hover"
    >
      <Icon
        of={MessageSquare}
        size={14}
        className={classNames("justify-self-center", isOpen ? "text-warn" : "text-ink-3")}
      />
      <span className="truncate text-ink-2">
        <span className="font-medium text-ink">
          <ShownText text={last.author.name} />
        </span>{" "}
        {toTyped(last.body, last.mentions)}
      </span>
      <span className={classNames("whitespace-nowrap", isOpen ? "text-warn" : "text-ink-3")}>
        {saidWords(threads)}
      </span>
    </button>
  );
}

type CommentOnEventProps = { seq: number; className?: string };

/** Appears beside an event that is pointed at or focused: selects it and opens the place to write. */
export function CommentOnEvent({ seq, className }: CommentOnEventProps) {
  const view = useEventDiscussion();
  if (!view || view.comments.blocked !== undefined) return null;
  return (
    // A plain button: a tooltip in every row would cost more than the row itself.
    <button
      type="button"
      // With the keyboard M does it: one more stop at every event would make the way through them twice as long.
      tabIndex={-1}
      aria-label={`Comment on event ${seq}`}
      title="Comment"
      onClick={() => {
        view.show(seq);
        view.write({ seq });
      }}
      className={classNames(
        "grid size-6 place-items-center rounded-1 border border-line-strong bg-bg text-ink-3 opacity-0 hover:text-ink group-hover/event:opacity-100 group-focus-within/event:opacity-100",
        className,
      )}
    >
      <Icon of={MessageSquarePlus} size={14} />
    </button>
  );
}
