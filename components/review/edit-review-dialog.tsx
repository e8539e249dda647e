"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { client, unwrap } from "@/lib/api/client";
import type { Review } from "@/lib/reviews/review-schema";
import { missingTitle, ReviewFields, type ReviewWords, trimmed } from "./review-fields";
import { reviewKeys } from "./review-queries";

type EditReviewDialogProps = { workspace: string; review: Review; close: () => void };

/** Title, description and who is asked. */
export function EditReviewDialog({ workspace, review, close }: EditReviewDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
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
  const reason = missingTitle(words);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={`Change review ${review.number}`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={change.isPending}
            blockedReason={reason}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !change.isPending) change.mutate();
        }}
      >
        <ReviewFields workspace={workspace} words={words} onChange={setWords} />
        {change.isError ? <Notice tone="error">{change.error.message}</Notice> : null}
      </form>
    </Dialog>
  );
}
