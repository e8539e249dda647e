import { Check, CircleDot, History, MessageSquare } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { eventIcons } from "@/components/ui/event-icons";
import { EventLine } from "@/components/ui/event-line";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import type { Thread } from "@/lib/discussion/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { eventNames } from "@/lib/runtime/event-words";
import { type EventPlace, isOutdated } from "./thread-words";

/** Where an event is read; null where it is in sight. */
export type EventHref = ((place: NonNullable<EventPlace["conversation"]>) => string) | null;

type ThreadHeadProps = {
  thread: Thread;
  title: string;
  eventHref: EventHref;
  inPlace: boolean;
  reviewHref: string | null;
  children: ReactNode;
};

/** Where a thread stands and whether it is open; its children act on it. */
export function ThreadHead({ thread, title, eventHref, inPlace, reviewHref, children }: ThreadHeadProps) {
  const { place, resolved } = thread;
  return (
    <div
      className={classNames(
        "flex min-h-9 flex-wrap items-center gap-x-1.5 border-line border-b px-1.5 text-ink-2 last:border-b-0 compact:py-1.5",
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
            <span className="truncate">
              <ShownText text={title} />
            </span>
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
            Resolved
            <span className="narrow:hidden">
              {" "}
              by <ShownText text={resolved.by.name} />,{" "}
            </span>
            <RelativeTime at={resolved.at} ago className="narrow:hidden" />
          </span>
        </State>
      ) : (
        <State icon={CircleDot} tone="warning" className="px-1 text-12">
          Open
        </State>
      )}
      <span className="flex items-center gap-1">{children}</span>
    </div>
  );
}

/** The event in its hue and with its icon, called what it was called when somebody spoke of it, and the way to it. */
function EventHead({ place, eventHref }: { place: EventPlace; eventHref: EventHref }) {
  const { conversation, type, words } = place;
  const look = type === null ? null : eventNames[type];
  const where = conversation
    ? `turn ${conversation.turn}, event ${conversation.seq}`
    : "conversation deleted";
  const line = (
    <EventLine kind={look?.hue ?? "step"} icon={look ? eventIcons[look.icon] : undefined} effect={where}>
      <ShownText text={words} />
    </EventLine>
  );
  if (!conversation || !eventHref) return line;
  return (
    <Link href={eventHref(conversation)} className="block rounded-1 hover:bg-hover">
      <span className="sr-only">
        Open in <ShownText text={conversation.title} />:{" "}
      </span>
      {line}
    </Link>
  );
}

/** Which review it belongs to. */
function ReviewHead({ review, href }: { review: Thread["review"]; href: string | null }) {
  if (!review) return <span className="text-ink-3">This conversation</span>;
  const words = `Review ${review.number}`;
  return href ? (
    <TextLink href={href} title={markHidden(review.title)}>
      <ShownText text={words} />
    </TextLink>
  ) : (
    <span title={markHidden(review.title)}>
      <ShownText text={words} />
    </span>
  );
}
