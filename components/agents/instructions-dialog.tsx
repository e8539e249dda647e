"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { linesOf } from "@/components/ui/lines-of";
import type { Agent } from "@/lib/agents/schema";
import { ContestedNotice } from "./contested-notice";
import { useContestedEdit } from "./use-contested-edit";

type InstructionsDialogProps = { workspace: string; agent: Agent; close: () => void };

/**
 * Edits the agent's own words, and the messages its conversations suggest. Keeps what was typed when somebody was
 * first.
 */
export function InstructionsDialog({ workspace, agent, close }: InstructionsDialogProps) {
  const { save, isPending, error, theirs, forgetTheirs } = useContestedEdit(workspace, agent, close);
  const [instructions, setInstructions] = useState(agent.instructions);
  const [messages, setMessages] = useState(agent.suggestedMessages.join("\n"));
  return (
    <FormDialog
      size="large"
      title={`Instructions of ${agent.name}`}
      description="The agent reads them first; the catalogue of its skills comes after them."
      verb="Save"
      pending={isPending}
      blockedReason={linesOf(messages).length > 8 ? "At most 8 messages." : undefined}
      onSubmit={() => save({ instructions, suggestedMessages: linesOf(messages) })}
      close={close}
    >
      {theirs === null ? null : (
        <ContestedNotice
          theirs={theirs}
          take={() => {
            setInstructions(theirs.instructions);
            setMessages(theirs.suggestedMessages.join("\n"));
            forgetTheirs();
          }}
        />
      )}
      <Field label="Instructions" error={theirs === null ? error?.message : undefined}>
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
    </FormDialog>
  );
}
