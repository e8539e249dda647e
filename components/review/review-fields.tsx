"use client";

import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "@/components/data/review-queries";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { client } from "@/lib/api/client";
import { defaultPolicy } from "@/lib/reviews/policy-options";
import { ReviewerChoice } from "./reviewer-choice";

/** What a person says of a review: when it is asked for, and when that is changed. */
export type ReviewWords = { title: string; description: string; reviewers: string[] };

/** As the API takes it. */
export const trimmed = ({ title, description, reviewers }: ReviewWords): ReviewWords => ({
  title: title.trim(),
  description: description.trim(),
  reviewers,
});

export const missingTitle = ({ title }: ReviewWords): string | undefined =>
  title.trim() === "" ? "Say what changes first." : undefined;

type ReviewFieldsProps = {
  workspace: string;
  words: ReviewWords;
  onChange: (words: ReviewWords) => void;
  titleHelp?: string;
  autoFocus?: boolean;
};

export function ReviewFields({
  workspace,
  words,
  onChange,
  titleHelp,
  autoFocus = false,
}: ReviewFieldsProps) {
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  return (
    <>
      <Field label="Title" {...(titleHelp === undefined ? {} : { help: titleHelp })}>
        <Input
          size="form"
          autoFocus={autoFocus}
          value={words.title}
          maxLength={120}
          onChange={({ target }) => onChange({ ...words, title: target.value })}
        />
      </Field>
      <Field label="Description" help="Why, and what to look at. Markdown.">
        <Textarea
          value={words.description}
          maxLength={20_000}
          onChange={({ target }) => onChange({ ...words, description: target.value })}
        />
      </Field>
      <ReviewerChoice
        workspace={workspace}
        chosen={words.reviewers}
        onChange={(reviewers) => onChange({ ...words, reviewers })}
        approverRole={policy?.approverRole ?? defaultPolicy.approverRole}
      />
    </>
  );
}
