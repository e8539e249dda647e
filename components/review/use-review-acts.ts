"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reviewKeys } from "@/components/data/review-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { client, unwrap } from "@/lib/api/client";
import type { Review } from "@/lib/reviews/review-schema";
import { waitingWords } from "./review-words";

export type ReviewDialog = "approve" | "request-changes" | "publish" | "rehearse" | "edit" | "close";

/** What can be done with a review, why some of it cannot, and which dialog is open for it. */
export function useReviewActs(workspace: string, review: Review) {
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<ReviewDialog | null>(null);
  const { may, publication, endedAt, number } = review;
  const noEdit = useBlockedFor("reviews.request");
  const noPublish = useBlockedFor("library.publish");
  const one = client.reviews.workspaces[":workspace"].reviews[":number"];
  const param = { workspace, number: String(number) };
  const onSuccess = (after: Review) => {
    cache.setQueryData(reviewKeys.one(workspace, number), after);
    return cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
  };
  const close = useMutation({ mutationFn: () => unwrap(one.close.$post({ param })), onSuccess });
  const reopen = useMutation({ mutationFn: () => unwrap(one.reopen.$post({ param })), onSuccess });
  const open = (next: ReviewDialog) => () => setDialog(next);
  return {
    isOpen: endedAt === null,
    dialog,
    leave: () => setDialog(null),
    approve: open("approve"),
    requestChanges: open("request-changes"),
    publish: open("publish"),
    rehearse: open("rehearse"),
    edit: open("edit"),
    close: open("close"),
    confirmClose: () => close.mutateAsync(),
    reopen: () => reopen.mutate(),
    editBlocked: may.edit ? undefined : noEdit,
    verdictBlocked: may.approveRefusal ?? undefined,
    publishMissing: noPublish,
    publishBlocked: waitingWords(publication) ?? undefined,
  };
}

export type ReviewActs = ReturnType<typeof useReviewActs>;
