"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { Agent } from "@/lib/agents/schema";
import { ApiError } from "@/lib/api/client";
import { useEditAgent } from "./use-edit-agent";

type InstructionsDialogProps = { workspace: string; agent: Agent; close: () => void };

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * Edits the agent's own words, and the messages its conversations suggest. Keeps what was typed when somebody was
 * first.
 */
export function InstructionsDialog({ workspace, agent, close }: InstructionsDialogProps) {
  // Based on what was shown when it opened, so that a refetch behind it cannot hide a conflict.
  const [base, setBase] = useState(agent);
  const edit = useEditAgent(workspace, base);
  const [instructions, setInstructions] = useState(agent.instructions);
  const [messages, setMessages] = useState(agent.suggestedMessages.join("\n"));
  const [theirs, setTheirs] = useState<Agent | null>(null);
  const save = () =>
    edit.mutate(
      { instructions, suggestedMessages: linesOf(messages) },
      {
        onSuccess: close,
        onError: async (error) => {
          const { agentSchema } = await import("@/lib/agents/schema");
          const current = agentSchema.safeParse(error instanceof ApiError ? error.details.agent : null);
          if (!current.success) return;
          setTheirs(current.data);
          setBase(current.data);
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={close}
      size="large"
      title={`Instructions of ${agent.name}`}
      description="The agent reads them first; the catalogue of its skills comes after them."
    >
      <DialogForm
        verb="Save"
        pending={edit.isPending}
        blockedReason={linesOf(messages).length > 8 ? "At most 8 messages." : undefined}
        onSubmit={save}
        close={close}
      >
        {theirs === null ? null : (
          <Notice
            tone="warning"
            title={`${theirs.updatedBy.name} changed this agent meanwhile`}
            action={
              <Button
                onClick={() => {
                  setInstructions(theirs.instructions);
                  setMessages(theirs.suggestedMessages.join("\n"));
                  setTheirs(null);
                }}
              >
                Take theirs
              </Button>
            }
          >
            What you typed is still here. Saving again replaces theirs.
          </Notice>
        )}
        <Field label="Instructions" error={theirs === null ? edit.error?.message : undefined}>
          <Textarea
            rows={12}
            autoFocus
            maxLength={100_000}
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
          />
        </Field>
        <Field label="Suggested messages" help="One a line, at most 8. New conversations offer them.">
          <Textarea rows={4} value={messages} onChange={(event) => setMessages(event.target.value)} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
