"use client";

import { Check, FilePen, History, Pencil } from "lucide-react";
import { useState } from "react";
import { CommentComposer, type Written } from "@/components/discussion/comment-composer";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { shortDigest } from "@/components/ui/format";
import { LaterMarkdown } from "@/components/ui/later-markdown";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ReviewVerdict } from "@/lib/reviews/review-schema";
import { ReviewThread, useReviewView } from "./review-context";

type DiscussionTabProps = {
  /** Null for those who may not change it. */
  onEdit: (() => void) | null;
  /** Focuses the composer, as somebody pressed C. */
  writing: boolean;
};

/** What it is about, what people decided, and everything that was said, wherever it was said. */
export function DiscussionTab({ onEdit, writing }: DiscussionTabProps) {
  const { review, threads } = useReviewView();
  const open = threads.filter(({ resolved }) => resolved === null);
  const resolved = threads.filter((thread) => thread.resolved !== null);
  return (
    <div className="grid max-w-[752px] gap-6 p-4">
      <Description onEdit={onEdit} />
      {review.verdicts.length > 0 ? <VerdictHistory verdicts={review.verdicts} /> : null}
      <ThreadGroup title="Open threads" threads={open} none="Nothing is open." />
      {resolved.length > 0 ? <ThreadGroup title="Resolved threads" threads={resolved} none="" /> : null}
      <NewComment autoFocus={writing} />
    </div>
  );
}

function Description({ onEdit }: Pick<DiscussionTabProps, "onEdit">) {
  const { review } = useReviewView();
  return (
    <section aria-label="Description" className="grid gap-2">
      <div className="flex min-h-6 items-center gap-2">
        <Avatar name={review.requestedBy.name} />
        <p className="text-ink-3">
          <b className="font-medium text-ink">
            <ShownText text={review.requestedBy.name} />
          </b>{" "}
          asked for review <RelativeTime at={review.createdAt} ago />
        </p>
        {onEdit ? (
          <Button size="small" variant="ghost" icon={Pencil} onClick={onEdit} className="ml-auto">
            Edit
          </Button>
        ) : null}
      </div>
      {review.description === "" ? (
        <p className="text-ink-3">No description.</p>
      ) : (
        <LaterMarkdown text={review.description} headingLevel={3} htmlAsText />
      )}
    </section>
  );
}

function VerdictHistory({ verdicts }: { verdicts: readonly ReviewVerdict[] }) {
  return (
    <section aria-label="Verdicts" className="grid gap-2">
      <h2>Verdicts</h2>
      <ol className="grid gap-2">
        {verdicts.map((verdict) => (
          <VerdictLine key={verdict.id} verdict={verdict} />
        ))}
      </ol>
    </section>
  );
}

function VerdictLine({ verdict }: { verdict: ReviewVerdict }) {
  const { by, kind, digest, revision, note, at, stale } = verdict;
  const did = kind === "approved" ? "approved" : "asked for changes to";
  const words = (
    <>
      <b className="font-medium">
        <ShownText text={by.name} />
      </b>{" "}
      {did} r{revision}{" "}
      <span className="font-mono text-12" title={digest}>
        {shortDigest(digest)}
      </span>
    </>
  );
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2">
        <State icon={stale ? History : kind === "approved" ? Check : FilePen}>
          <span>{stale ? <s className="text-ink-3">{words}</s> : words}</span>
        </State>
        {stale ? <span className="text-12 text-warn">Stale</span> : null}
        <span className="text-12 text-ink-3">
          <RelativeTime at={at} ago />
        </span>
      </p>
      {note === "" ? null : (
        <div className="pl-5 text-ink-2">
          <LaterMarkdown text={note} headingLevel={4} htmlAsText className="text-13" />
        </div>
      )}
    </li>
  );
}

type ThreadGroupProps = {
  title: string;
  threads: ReturnType<typeof useReviewView>["threads"];
  none: string;
};

function ThreadGroup({ title, threads, none }: ThreadGroupProps) {
  return (
    <section aria-label={markHidden(title)} className="grid gap-3">
      <h2>
        <ShownText text={title} />
      </h2>
      {threads.length === 0 ? (
        <p className="text-ink-3">
          <ShownText text={none} />
        </p>
      ) : null}
      {threads.map((thread) => (
        <ReviewThread key={thread.id} thread={thread} showPath />
      ))}
    </section>
  );
}

/** Takes what somebody says about the draft as a whole. */
function NewComment({ autoFocus }: { autoFocus: boolean }) {
  const { review, comments, start } = useReviewView();
  const [lost, setLost] = useState<Written | undefined>();
  if (comments.blocked !== undefined)
    return (
      <p className="text-ink-3">
        <ShownText text={comments.blocked} />
      </p>
    );
  const send = (written: Written) => {
    setLost(undefined);
    start({
      ...written,
      review: review.number,
      anchor: { kind: "general" },
      place: { kind: "general" },
    }).catch(() => setLost(written));
  };
  return (
    <CommentComposer
      key={lost?.body}
      label="Comment on the review"
      people={comments.people}
      initial={lost}
      autoFocus={autoFocus || lost !== undefined}
      onSend={send}
    />
  );
}
