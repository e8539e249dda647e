"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { reviewPath } from "@/components/data/review-paths";
import { openReviewsQuery, reviewKeys, reviewQuery } from "@/components/data/review-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { threadsQuery } from "@/components/data/thread-queries";
import type { EventDiscussionView, EventWriting } from "@/components/discussion/event-discussion-context";
import { mentionable } from "@/components/discussion/mentionable";
import { threadsBySeq } from "@/components/discussion/threads-by-seq";
import { useThreadCommands } from "@/components/discussion/use-thread-commands";
import { useSession } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { client, unwrap } from "@/lib/api/client";
import type { Conversation } from "@/lib/sessions/schema";
import { useConversationChanges } from "./conversations/use-conversation-changes";

/**
 * The discussion of a conversation's events, and the open review that it is a rehearsal of: opening it then counts as
 * having looked at that rehearsal.
 */
export function useEventDiscussionOf(
  workspace: string,
  conversation: Conversation | undefined,
  { id, show, selectedSeq }: { id: string; show: (seq: number) => void; selectedSeq: number | null },
): EventDiscussionView {
  const { user } = useSession();
  const blocked = useBlockedFor("discussion.comment");
  const applyBlocked = useBlockedFor("library.edit");
  const [writing, write] = useState<EventWriting | null>(null);
  const { data: threads } = useQuery({
    ...threadsQuery(client.reviews, workspace, { conversation: id }),
    meta: { silent: true },
  });
  const { data: members } = useQuery(membersQuery(client.workspaces, workspace));
  const { data: open } = useQuery({
    ...openReviewsQuery(client.reviews, workspace, "open"),
    meta: { silent: true },
  });
  const rehearsalOf = useRehearsalOf(workspace, id, conversation, open?.items);
  const commands = useThreadCommands(workspace, { conversation: id }, { draftRevision: null });
  const { update } = useConversationChanges(workspace, id);
  const { mutate } = update;
  const view = useMemo(
    (): EventDiscussionView => ({
      conversation: { id, title: conversation?.title ?? "" },
      shared: conversation?.shared ?? false,
      share: conversation?.mayEdit ? () => mutate({ shared: true }) : null,
      bySeq: threadsBySeq(threads?.items ?? []),
      comments: {
        viewerId: user.id,
        people: mentionable(members?.items),
        commands,
        blocked,
        applyBlocked,
      },
      start: commands.start,
      reviews: open?.items.map(({ number, title, skill }) => ({ number, title, skill: skill.name })) ?? [],
      rehearsalOf,
      writing,
      write,
      show,
      hrefOfReview: (number) => reviewPath(workspace, number),
    }),
    [
      workspace,
      id,
      conversation?.title,
      conversation?.shared,
      conversation?.mayEdit,
      mutate,
      threads,
      user.id,
      members,
      commands,
      blocked,
      applyBlocked,
      open,
      rehearsalOf,
      writing,
      show,
    ],
  );
  const comment = () => {
    if (selectedSeq === null) return;
    show(selectedSeq);
    write({ seq: selectedSeq });
  };
  useShortcut("m", "Comment on the event", comment, {
    enabled: selectedSeq !== null && blocked === undefined,
  });
  return view;
}

type OpenReview = { number: number; skill: { name: string } };

/** The open review of a skill whose draft is tried here, if this conversation was begun for it. */
function useRehearsalOf(
  workspace: string,
  id: string,
  conversation: Conversation | undefined,
  open: readonly OpenReview[] | undefined,
): number | null {
  const cache = useQueryClient();
  const tried = new Set(
    conversation?.overlay.filter(({ follows }) => follows === "draft").map(({ name }) => name),
  );
  const number = open?.find(({ skill }) => tried.has(skill.name))?.number ?? null;
  const { data: review } = useQuery({
    ...reviewQuery(client.reviews, workspace, number ?? 0),
    enabled: number !== null,
    meta: { silent: true },
  });
  const isRehearsal = review?.rehearsals.some(({ conversationId }) => conversationId === id) ?? false;
  const rehearsalOf = isRehearsal ? number : null;
  const digest = review?.draft.digest;
  useEffect(() => {
    if (rehearsalOf === null || digest === undefined) return;
    const openings =
      client.reviews.workspaces[":workspace"].reviews[":number"].rehearsals[":conversation"].openings;
    const param = { workspace, number: String(rehearsalOf), conversation: id };
    // What is not noted now is noted the next time somebody looks.
    unwrap(openings.$post({ param })).then(
      () => cache.invalidateQueries({ queryKey: reviewKeys.one(workspace, rehearsalOf) }),
      () => {},
    );
  }, [workspace, id, rehearsalOf, digest, cache]);
  return rehearsalOf;
}
