"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { skillSearchQuery } from "@/components/library/library-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { TextLink } from "@/components/ui/text-link";
import { ApiError, client, unwrap } from "@/lib/api/client";
import { defaultPolicy } from "@/lib/reviews/policy-options";
import { DraftProblems } from "./draft-problems";
import { reviewPath } from "./review-paths";
import { policyQuery, reviewKeys } from "./review-queries";
import { ReviewerChoice } from "./reviewer-choice";

type RequestReviewDialogProps = {
  workspace: string;
  /** Null: it is chosen here. */
  skill: string | null;
  close: () => void;
};

/** Asks others to look at a skill's draft. */
export function RequestReviewDialog({ workspace, skill, close }: RequestReviewDialogProps) {
  const router = useRouter();
  const cache = useQueryClient();
  const formId = useId();
  const [chosenSkill, setSkill] = useState(skill ?? "");
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [reviewers, setReviewers] = useState<string[]>([]);
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  const request = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.reviews.workspaces[":workspace"].skills[":skill"].reviews.$post({
          param: { workspace, skill: chosenSkill },
          json: { title: title.trim(), description: description.trim(), reviewers },
        }),
      ),
    onSuccess: (review) => {
      void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
      close();
      router.push(reviewPath(workspace, review.number));
    },
  });
  const reason =
    chosenSkill === ""
      ? "Choose a skill first."
      : title.trim() === ""
        ? "Say what changes first."
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={skill === null ? "Ask for review" : `Ask for review of ${skill}`}
      description="Others see what the draft changes, rehearse it and approve exactly these bytes."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={request.isPending}
            blockedReason={reason}
          >
            Ask for review
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !request.isPending) request.mutate();
        }}
      >
        {skill === null ? (
          <SkillChoice workspace={workspace} value={chosenSkill} onChange={setSkill} />
        ) : null}
        <Field label="Title" help="What changes, in a few words.">
          <Input
            size="form"
            autoFocus={skill !== null}
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
        {chosenSkill === "" ? null : <DraftProblems workspace={workspace} skill={chosenSkill} />}
        {request.isError ? <Refusal workspace={workspace} error={request.error} /> : null}
      </form>
    </Dialog>
  );
}

/** A skill has one open review at a time: the refusal leads to it. */
function Refusal({ workspace, error }: { workspace: string; error: Error }) {
  const open = error instanceof ApiError ? error.details.review : undefined;
  return (
    <Notice tone="error">
      {error.message}{" "}
      {typeof open === "number" ? (
        <TextLink href={reviewPath(workspace, open)}>Open review {open}</TextLink>
      ) : null}
    </Notice>
  );
}

type SkillChoiceProps = { workspace: string; value: string; onChange: (skill: string) => void };

/** As many skills as the API gives at once. */
const offeredSkills = 200;

function SkillChoice({ workspace, value, onChange }: SkillChoiceProps) {
  const { data } = useQuery(skillSearchQuery(client.library, workspace, "", offeredSkills));
  return (
    <Field label="Skill">
      <Select size="form" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Choose a skill</option>
        {data?.items.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
