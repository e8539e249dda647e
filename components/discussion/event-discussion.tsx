"use client";

import { Lock, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { EventType } from "@/lib/runtime/events";
import { CommentComposer, type Written } from "./comment-composer";
import { type EventDiscussionView, useEventDiscussion, useThreadsOn } from "./event-discussion-context";
import { ThreadView } from "./thread-view";
import { saidWords } from "./threads-by-seq";

/** The event that is talked about. */
export type DiscussedEvent = {
  seq: number;
  turn: number;
  type: EventType;
  /** Says the event in one line: "Refused: ../x, outside the package". */
  words: string;
  /** Skills whose draft its run was offered: their review is the likeliest to be meant. */
  drafts: readonly string[];
};

/** What was said about an event, and where more is written. */
export function EventDiscussion({ event }: { event: DiscussedEvent }) {
  const view = useEventDiscussion();
  const threads = useThreadsOn([event.seq]);
  if (!view) return null;
  const { comments, hrefOfReview, writing, write } = view;
  const isWriting = writing?.seq === event.seq;
  return (
    <Section title="Discussion" end={threads.length > 0 ? saidWords(threads) : undefined}>
      <div className="grid gap-3">
        {threads.map((thread) => (
          <ThreadView
            key={thread.id}
            {...comments}
            thread={thread}
            inPlace
            reviewHref={thread.review ? hrefOfReview(thread.review.number) : null}
          />
        ))}
        {isWriting ? (
          <NewEventThread key={event.seq} event={event} view={view} />
        ) : (
          <div>
            <Button
              size="small"
              icon={MessageSquarePlus}
              shortcut="M"
              missingRight={comments.blocked}
              onClick={() => write({ seq: event.seq })}
            >
              Comment
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}

type NewEventThreadProps = { event: DiscussedEvent; view: EventDiscussionView };

function NewEventThread({ event, view }: NewEventThreadProps) {
  const { conversation, shared, comments, start, reviews, rehearsalOf, writing, write } = view;
  const likely = reviews.find(({ skill }) => event.drafts.includes(skill))?.number ?? null;
  const [chosen, setChosen] = useState(rehearsalOf ?? likely);
  if (!shared) return <ShareFirst view={view} />;
  const send = (written: Written) => {
    const { seq, turn, type, words } = event;
    write(null);
    start({
      ...written,
      ...(chosen === null ? {} : { review: chosen }),
      anchor: { kind: "event", conversation: conversation.id, seq },
      place: { kind: "event", conversation: { ...conversation, seq, turn }, type, words },
    }).catch(() => write({ seq, lost: written }));
  };
  return (
    <div className="grid gap-3">
      {rehearsalOf === null && reviews.length > 0 ? (
        <Field label="Belongs to">
          <Select
            value={chosen ?? ""}
            onChange={({ target }) => setChosen(target.value === "" ? null : Number(target.value))}
          >
            <option value="">This conversation alone</option>
            {reviews.map(({ number, title, skill }) => (
              <option key={number} value={number}>
                Review {number} of {markHidden(skill)}: {markHidden(title)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <CommentComposer
        label="Comment on this event"
        people={comments.people}
        initial={writing?.lost}
        onSend={send}
        onCancel={() => write(null)}
      />
    </div>
  );
}

function ShareFirst({ view: { share, write } }: { view: EventDiscussionView }) {
  return (
    <Notice
      title="Share the conversation first"
      action={
        <span className="flex gap-2">
          <Button size="small" onClick={() => write(null)}>
            Cancel
          </Button>
          <Button
            size="small"
            icon={Lock}
            onClick={() => share?.()}
            missingRight={share ? undefined : "Only the person who began it or an admin may."}
          >
            Share
          </Button>
        </span>
      }
    >
      It is private: nobody else could read what you write about.
    </Notice>
  );
}
