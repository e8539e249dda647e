"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Review } from "@/lib/reviews/review-schema";
import type { ReviewActs } from "./use-review-acts";

const VerdictDialog = dynamic(() => import("./verdict-dialog").then((module) => module.VerdictDialog), {
  ssr: false,
});
const PublishDialog = dynamic(() => import("./publish-dialog").then((module) => module.PublishDialog), {
  ssr: false,
});
const RehearseDialog = dynamic(() => import("./rehearse-dialog").then((module) => module.RehearseDialog), {
  ssr: false,
});
const EditReviewDialog = dynamic(
  () => import("./edit-review-dialog").then((module) => module.EditReviewDialog),
  { ssr: false },
);

type ReviewDialogsProps = { workspace: string; review: Review; acts: ReviewActs };

/** The one dialog that is open. */
export function ReviewDialogs({ workspace, review, acts }: ReviewDialogsProps) {
  const { leave } = acts;
  const place = { workspace, review, close: leave };
  switch (acts.dialog) {
    case "approve":
      return <VerdictDialog {...place} kind="approved" />;
    case "request-changes":
      return <VerdictDialog {...place} kind="changes_requested" />;
    case "rehearse":
      return <RehearseDialog {...place} />;
    case "edit":
      return <EditReviewDialog {...place} />;
    case "publish":
      return <PublishReviewed {...place} />;
    case "close":
      return (
        <ConfirmDialog
          open
          onOpenChange={leave}
          title={`Close review ${review.number}?`}
          description="Nothing is published. The discussion stays, and the review can be opened again."
          confirmLabel="Close the review"
          onConfirm={acts.confirmClose}
        />
      );
    case null:
      return null;
  }
}

/** Publishes the bytes that were there when the dialog opened: a draft saved meanwhile is refused, not published unseen. */
function PublishReviewed({
  workspace,
  review,
  close,
}: Omit<ReviewDialogsProps, "acts"> & { close: () => void }) {
  const [{ revision, digest }] = useState(review.draft);
  return (
    <PublishDialog
      workspace={workspace}
      skill={review.skill.name}
      prepare={async () => ({ revision, digest })}
      close={close}
    />
  );
}
