"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sessionKeys } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { client, unwrap } from "@/lib/api/client";
import type { Feedback } from "@/lib/sessions/schema";
import type { RunStart } from "./run-actions";

type RateDialogProps = {
  start: RunStart;
  verdict: Feedback["verdict"];
  /** Holds the asker's thumb so far. */
  mine: Feedback | undefined;
  onClose: () => void;
};

const words = { up: "Good answer", down: "Bad answer" } as const;

/** A thumb with a reason, for everybody who may see the conversation. */
export function RateDialog({ start, verdict, mine, onClose }: RateDialogProps) {
  const { slug: workspace } = useWorkspace();
  const [reason, setReason] = useState(mine?.verdict === verdict ? mine.reason : "");
  const queryClient = useQueryClient();
  const { conversationId: conversation, runId } = start;
  const feedback = client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"].feedback;
  const param = { workspace, conversation, run: runId };
  const onSuccess = () => {
    onClose();
    return queryClient.invalidateQueries({ queryKey: sessionKeys.feedback(workspace, conversation) });
  };
  const keep = useMutation({
    mutationFn: () => unwrap(feedback.$put({ param, json: { verdict, reason } })),
    onSuccess,
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
