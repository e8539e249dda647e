"use client";

import { eventPath } from "@/components/data/review-paths";
import { shortDigest } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { CollapsibleSection } from "./collapsible-section";
import type { EventThread } from "./place-threads";
import { ReviewThread, useReviewView } from "./review-context";

type EventThreadsProps = { conversation: string; threads: readonly EventThread[] };

/** What was said about the events of one conversation. */
export function EventThreads({ conversation, threads }: EventThreadsProps) {
  const { workspace, review } = useReviewView();
  const place = threads[0]?.place.conversation ?? null;
  const rehearsal = review.rehearsals.find(({ conversationId }) => conversationId === conversation);
  return (
    <CollapsibleSection
      title={place ? markHidden(`On the rehearsal “${place.title}”`) : "On a conversation that was deleted"}
      remark={
        rehearsal ? (
          <>
            digest <span className="font-mono">{shortDigest(rehearsal.digest)}</span>
            {rehearsal.agent ? <ShownText text={`, ${rehearsal.agent.name}`} /> : ""}
          </>
        ) : null
      }
      end={place ? <TextLink href={eventPath(workspace, place)}>Open at event {place.seq}</TextLink> : null}
    >
      <div className="grid gap-3 p-4">
        {threads.map((thread) => (
          <ReviewThread key={thread.id} thread={thread} />
        ))}
      </div>
    </CollapsibleSection>
  );
}
