"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sessionKeys } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Feedback } from "@/lib/sessions/schema";
import { activationWords } from "./activation-words";
import type { RunStart } from "./run-actions";
import { useSaveCase } from "./use-save-case";

type RateDialogProps = {
  start: RunStart;
  /** Skills that were activated in it. */
  activated: readonly string[];
  verdict: Feedback["verdict"];
  /** Holds the asker's thumb so far. */
  mine: Feedback | undefined;
  onClose: () => void;
};

type Activation = Feedback["activation"];

const words = { up: "Good answer", down: "Bad answer" } as const;

/** A thumb with a reason, for everybody who may see the conversation. */
export function RateDialog({ start, activated, verdict, mine, onClose }: RateDialogProps) {
  const { slug: workspace } = useWorkspace();
  const [reason, setReason] = useState(mine?.verdict === verdict ? mine.reason : "");
  const [said, setSaid] = useState<Activation>(mine?.verdict === verdict ? mine.activation : null);
  const [asCase, setAsCase] = useState(true);
  const mayEdit = useBlockedFor("library.edit") === undefined;
  const saveCase = useSaveCase();
  const queryClient = useQueryClient();
  const { conversationId: conversation, runId } = start;
  const feedback = client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"].feedback;
  const param = { workspace, conversation, run: runId };
  const onSuccess = () => {
    onClose();
    return queryClient.invalidateQueries({ queryKey: sessionKeys.feedback(workspace, conversation) });
  };
  const keep = useMutation({
    mutationFn: () => unwrap(feedback.$put({ param, json: { verdict, reason, activation: said } })),
    onSuccess: () => {
      if (said && asCase && mayEdit)
        saveCase.mutate({
          conversation,
          run: runId,
          skill: said.skill,
          expected: "",
          trigger: said.expected ? "yes" : "no",
        });
      return onSuccess();
    },
  });
  const takeBack = useMutation({ mutationFn: () => unwrap(feedback.$delete({ param })), onSuccess });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${words[verdict]}, turn ${start.turn}`}
      description="Everybody who may read this conversation sees it, with your name."
      size="small"
    >
      <DialogForm
        verb="Keep"
        pending={keep.isPending}
        onSubmit={() => keep.mutate()}
        close={onClose}
        aside={
          mine ? (
            <Button pending={takeBack.isPending} onClick={() => takeBack.mutate()}>
              Remove rating
            </Button>
          ) : null
        }
      >
        {verdict === "down" ? (
          <ActivationFields
            offered={start.payload.offered.map(({ name }) => name)}
            activated={activated}
            said={said}
            onSay={setSaid}
            asCase={mayEdit ? asCase : null}
            onCase={setAsCase}
          />
        ) : null}
        <Field label="Why" help="May stay empty.">
          <Textarea
            rows={3}
            maxLength={2_000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}

type ActivationFieldsProps = {
  offered: readonly string[];
  activated: readonly string[];
  said: Activation;
  onSay: (said: Activation) => void;
  /** Null for whoever may not edit drafts. */
  asCase: boolean | null;
  onCase: (asCase: boolean) => void;
};

/** What the message should have done with a skill: what was activated should not have been, or another one should have. */
function ActivationFields({ offered, activated, said, onSay, asCase, onCase }: ActivationFieldsProps) {
  const choices = [
    ...activated.filter((name) => offered.includes(name)).map((skill) => ({ skill, expected: false })),
    ...offered.filter((name) => !activated.includes(name)).map((skill) => ({ skill, expected: true })),
  ];
  const at = choices.findIndex(({ skill, expected }) => skill === said?.skill && expected === said.expected);
  if (choices.length === 0) return null;
  return (
    <>
      <Field label="Skills">
        <Select
          size="form"
          value={String(at)}
          onChange={({ target }) => onSay(choices[Number(target.value)] ?? null)}
        >
          <option value="-1">nothing to say of them</option>
          {choices.map(({ skill, expected }, place) => (
            <option key={skill} value={String(place)}>
              {markHidden(activationWords({ skill, expected }))}
            </option>
          ))}
        </Select>
      </Field>
      {said === null || asCase === null ? null : (
        <Checkbox
          checked={asCase}
          onChange={({ target }) => onCase(target.checked)}
          label="Add the message to its trigger suite"
          help={`A case in the draft of ${markHidden(said.skill)}, for whoever may edit it.`}
        />
      )}
    </>
  );
}
