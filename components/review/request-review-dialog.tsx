"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { skillSearchQuery } from "@/components/data/library-queries";
import { reviewPath } from "@/components/data/review-paths";
import { reviewKeys } from "@/components/data/review-queries";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { ApiError, client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { DraftProblems } from "./draft-problems";
import { missingTitle, ReviewFields, type ReviewWords, trimmed } from "./review-fields";

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
  const [chosenSkill, setSkill] = useState(skill ?? "");
  const [words, setWords] = useState<ReviewWords>({ title: "", description: "", reviewers: [] });
  const request = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.reviews.workspaces[":workspace"].skills[":skill"].reviews.$post({
          param: { workspace, skill: chosenSkill },
          json: trimmed(words),
        }),
      ),
    onSuccess: (review) => {
      void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
      close();
      router.push(reviewPath(workspace, review.number));
    },
  });
  return (
    <FormDialog
      title={skill === null ? "Ask for review" : `Ask for review of ${skill}`}
      description="Others see what the draft changes, rehearse it and approve exactly these bytes."
      verb="Ask for review"
      pending={request.isPending}
      blockedReason={chosenSkill === "" ? "Choose a skill first." : missingTitle(words)}
      onSubmit={() => request.mutate()}
      close={close}
    >
      {skill === null ? <SkillChoice workspace={workspace} value={chosenSkill} onChange={setSkill} /> : null}
      <ReviewFields
        workspace={workspace}
        words={words}
        onChange={setWords}
        titleHelp="What changes, in a few words."
        autoFocus={skill !== null}
      />
      {chosenSkill === "" ? null : <DraftProblems workspace={workspace} skill={chosenSkill} />}
      {request.isError ? <Refusal workspace={workspace} error={request.error} /> : null}
    </FormDialog>
  );
}

/** A skill has one open review at a time: the refusal leads to it. */
function Refusal({ workspace, error }: { workspace: string; error: Error }) {
  const open = error instanceof ApiError ? error.details.review : undefined;
  return (
    <Notice tone="error">
      <ShownText text={error.message} />{" "}
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
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
