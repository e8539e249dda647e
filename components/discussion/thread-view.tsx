"use client";

import { Check, CircleDot, History, MessageSquare } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { EventLine } from "@/components/ui/event-line";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import type { Thread } from "@/lib/discussion/schema";
import { CommentComposer, type Written } from "./comment-composer";
import { lookOf, splitWords } from "./event-look";
import { OldHunk } from "./old-hunk";
import { isPending } from "./thread-commands";
import { type CommentContext, ThreadComment } from "./thread-comment";
import { type EventPlace, isOutdated, placeTitle, threadLabel } from "./thread-words";

export type ThreadViewProps = CommentContext & {
  thread: Thread;
  /** What the old side of the diff is called: "v6". */
  before?: string;
  /** Says the file's path too, where the file is not in sight. */
  showPath?: boolean;
  /** Where the event is read, for a thread on one; null where it is in sight. */
  eventHref?: ((place: NonNullable<EventPlace["conversation"]>) => string) | null;
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
      aria-label={threadLabel(place, before)}
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
        title={placeTitle(place, { before, path: showPath || isOutdated(thread) })}
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
          <>
            <Button
              size="small"
              variant="ghost"
              blockedReason={blocked}
              onClick={() => setReply({})}
              data-thread-reply
            >
              Reply
            </Button>
            <Button
              size="small"
              variant="ghost"
              blockedReason={blocked}
              onClick={() => {
                setShown(false);
                commands.resolve(thread, resolved === null);
              }}
              data-thread-resolve
            >
              {resolved ? "Reopen" : "Resolve"}
            </Button>
          </>
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

type ThreadHeadProps = {
  thread: Thread;
  title: string;
  eventHref: ThreadViewProps["eventHref"];
  inPlace: boolean;
  reviewHref: string | null;
  children: ReactNode;
};

function ThreadHead({ thread, title, eventHref, inPlace, reviewHref, children }: ThreadHeadProps) {
  const { place, resolved } = thread;
  return (
    <div
      className={classNames(
        "flex min-h-9 flex-wrap items-center gap-x-1.5 border-line border-b px-1.5 text-ink-2 last:border-b-0",
        place.kind === "event" && !inPlace ? null : "pl-3",
      )}
    >
      <div className="min-w-0 flex-1 compact:basis-full">
        {inPlace ? (
          <ReviewHead review={thread.review} href={reviewHref} />
        ) : place.kind === "event" ? (
          <EventHead place={place} eventHref={eventHref} />
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            <Icon of={MessageSquare} size={14} className="text-ink-3" />
            <span className="truncate">{title}</span>
            {place.kind === "file" && place.now?.moved ? (
              <span className="whitespace-nowrap text-12 text-ink-3">was line {place.startLine}</span>
            ) : null}
          </span>
        )}
      </div>
      {isOutdated(thread) ? (
        <State icon={History} className="px-1 text-12 text-ink-3">
          Outdated
        </State>
      ) : null}
      {resolved ? (
        <State icon={Check} className="px-1 text-12 text-ink-2">
          <span>
            Resolved<span className="narrow:hidden"> by {resolved.by.name}, </span>
            <RelativeTime at={resolved.at} ago className="narrow:hidden" />
          </span>
        </State>
      ) : (
        <State icon={CircleDot} tone="warning" className="px-1 text-12">
          Open
        </State>
      )}
      <span className="flex items-center">{children}</span>
    </div>
  );
}

/** The event as it looks everywhere, and the way to it. */
function EventHead({ place, eventHref }: { place: EventPlace; eventHref: ThreadViewProps["eventHref"] }) {
  const { conversation, type, words } = place;
  const { word, rest } = splitWords(words);
  const where = conversation
    ? `turn ${conversation.turn}, event ${conversation.seq}`
    : "conversation deleted";
  const line = (
    <EventLine kind={lookOf(type)} word={word} effect={where}>
      {rest}
    </EventLine>
  );
  if (!conversation || !eventHref) return line;
  return (
    <Link href={eventHref(conversation)} className="block rounded-1 hover:bg-hover">
      <span className="sr-only">Open in {conversation.title}: </span>
      {line}
    </Link>
  );
}

/** Which review it belongs to. */
function ReviewHead({ review, href }: { review: Thread["review"]; href: string | null }) {
  if (!review) return <span className="text-ink-3">This conversation</span>;
  const words = `Review ${review.number}`;
  return href ? (
    <TextLink href={href} title={review.title}>
      {words}
    </TextLink>
  ) : (
    <span title={review.title}>{words}</span>
  );
}
