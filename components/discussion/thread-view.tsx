"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { Thread } from "@/lib/discussion/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { CommentComposer, type Written } from "./comment-composer";
import { OldHunk } from "./old-hunk";
import { isPending } from "./thread-commands";
import { type CommentContext, ThreadComment } from "./thread-comment";
import { type EventHref, ThreadHead } from "./thread-head";
import { isOutdated, placeTitle, threadLabel } from "./thread-words";

export type ThreadViewProps = CommentContext & {
  thread: Thread;
  /** What the old side of the diff is called: "v6". */
  before?: string;
  /** Says the file's path too, where the file is not in sight. */
  showPath?: boolean;
  /** Only a thread on an event needs it. */
  eventHref?: EventHref;
  /** It stands where it is about: its head names its review instead. */
  inPlace?: boolean;
  reviewHref?: string | null;
  className?: string | undefined;
};

/** One thread: where it stands, whether it is open, what was said, and a place to answer. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, before = "before", showPath = false, eventHref = null, className, ...rest } = props;
  const { inPlace = false, reviewHref = null, ...context } = rest;
  const { commands, people, blocked } = context;
  const { place, comments, resolved } = thread;
  const [reply, setReply] = useState<{ lost?: Written } | null>(null);
  // A resolved thread is a line until somebody wants to read it again.
  const [isShown, setShown] = useState(false);
  const isFolded = resolved !== null && !isShown && reply === null;
  const send = (written: Written) => {
    setReply(null);
    commands.reply(thread, written).catch(() => setReply({ lost: written }));
  };
  return (
    <section
      aria-label={markHidden(threadLabel(place, before))}
      tabIndex={-1}
      data-stop="thread"
      data-thread={thread.id}
      className={classNames(
        "max-w-[720px] rounded-2 border border-line-strong bg-bg text-13 focus:border-focus focus:shadow-[0_0_0_1px_var(--focus)] focus:outline-none",
        className,
      )}
    >
      <ThreadHead
        thread={thread}
        title={markHidden(placeTitle(place, { before, path: showPath || isOutdated(thread) }))}
        eventHref={eventHref}
        inPlace={inPlace}
        reviewHref={reviewHref}
      >
        {isFolded ? (
          <Button size="small" variant="ghost" onClick={() => setShown(true)} aria-expanded={false}>
            Show
          </Button>
        ) : null}
        {isPending(thread) ? null : (
          <ThreadActs
            isResolved={resolved !== null}
            blocked={blocked}
            onReply={() => setReply({})}
            onResolve={() => {
              setShown(false);
              commands.resolve(thread, resolved === null);
            }}
          />
        )}
      </ThreadHead>
      {isFolded ? null : (
        <>
          {place.kind === "file" && place.now === null ? <OldHunk place={place} /> : null}
          <div className="px-3 py-1.5">
            {comments.map((comment, at) => (
              <ThreadComment
                key={comment.id}
                {...context}
                thread={thread}
                comment={comment}
                isFirst={at === 0}
              />
            ))}
            {reply ? (
              <div className="py-1.5 pl-7">
                <CommentComposer
                  label="Reply"
                  people={people}
                  initial={reply.lost}
                  lines={place.kind === "file" && place.side === "new" && place.now ? place.quote : undefined}
                  sendLabel="Reply"
                  onSend={send}
                  onCancel={() => setReply(null)}
                />
              </div>
            ) : null}
          </div>
        </>
      )}
    </section>
  );
}

type ThreadActsProps = {
  isResolved: boolean;
  blocked: string | undefined;
  onReply: () => void;
  onResolve: () => void;
};

function ThreadActs({ isResolved, blocked, onReply, onResolve }: ThreadActsProps) {
  return (
    <>
      <Button size="small" variant="ghost" missingRight={blocked} onClick={onReply} data-thread-reply>
        Reply
      </Button>
      <Button size="small" variant="ghost" missingRight={blocked} onClick={onResolve} data-thread-resolve>
        {isResolved ? "Reopen" : "Resolve"}
      </Button>
    </>
  );
}
