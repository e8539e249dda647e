"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { client, unwrap } from "@/lib/api/client";
import { defaultPolicy } from "@/lib/reviews/policy-options";
import type { Review } from "@/lib/reviews/review-schema";
import { policyQuery, reviewKeys } from "./review-queries";
import { ReviewerChoice } from "./reviewer-choice";

type EditReviewDialogProps = { workspace: string; review: Review; close: () => void };

/** Title, description and who is asked. */
export function EditReviewDialog({ workspace, review, close }: EditReviewDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [title, setTitle] = useState(review.title);
  const [description, setDescription] = useState(review.description);
  const [reviewers, setReviewers] = useState(review.reviewers.map(({ id }) => id));
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  const change = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.reviews.workspaces[":workspace"].reviews[":number"].$patch({
          param: { workspace, number: String(review.number) },
          json: { title: title.trim(), description: description.trim(), reviewers },
        }),
      ),
    onSuccess: (after) => {
      cache.setQueryData(reviewKeys.one(workspace, review.number), after);
      void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
      close();
    },
  });
  const reason = title.trim() === "" ? "Say what changes first." : undefined;
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
        <Field label="Title">
          <Input
            size="form"
            value={title}
            maxLength={120}
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
        <Field label="Description" help="Why, and what to look at. Markdown.">
          <Textarea
            value={description}
            maxLength={20_000}
            onChange={({ target }) => setDescription(target.value)}
          />
        </Field>
        <ReviewerChoice
          workspace={workspace}
          chosen={reviewers}
          onChange={setReviewers}
          approverRole={policy?.approverRole ?? defaultPolicy.approverRole}
        />
        {change.isError ? <Notice tone="error">{change.error.message}</Notice> : null}
      </form>
    </Dialog>
  );
}
