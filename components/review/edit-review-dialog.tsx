"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reviewKeys } from "@/components/data/review-queries";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FormDialog } from "@/components/ui/form-dialog";
import { client, unwrap } from "@/lib/api/client";
import type { Review } from "@/lib/reviews/review-schema";
import { missingTitle, ReviewFields, type ReviewWords, trimmed } from "./review-fields";

type EditReviewDialogProps = { workspace: string; review: Review; close: () => void };

/** Title, description and who is asked. */
export function EditReviewDialog({ workspace, review, close }: EditReviewDialogProps) {
  const cache = useQueryClient();
  const [words, setWords] = useState<ReviewWords>({
    title: review.title,
    description: review.description,
    reviewers: review.reviewers.map(({ id }) => id),
  });
  const change = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.reviews.workspaces[":workspace"].reviews[":number"].$patch({
          param: { workspace, number: String(review.number) },
          json: trimmed(words),
        }),
      ),
    onSuccess: (after) => {
      cache.setQueryData(reviewKeys.one(workspace, review.number), after);
      void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
      close();
    },
  });
  return (
    <FormDialog
      title={`Change review ${review.number}`}
      verb="Save"
      pending={change.isPending}
      blockedReason={missingTitle(words)}
      onSubmit={() => change.mutate()}
      close={close}
    >
      <ReviewFields workspace={workspace} words={words} onChange={setWords} autoFocus />
      <ErrorNotice error={change.error} />
    </FormDialog>
  );
}
