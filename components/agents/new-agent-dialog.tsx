"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { agentKeys } from "@/components/data/agent-queries";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { NameField } from "@/components/ui/name-field";
import { client, unwrap } from "@/lib/api/client";
import { PurposeField } from "./purpose-field";

type NewAgentDialogProps = { workspace: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for a name and what the agent is for; everything else is set on its page. */
export function NewAgentDialog({ workspace, open, onOpenChange }: NewAgentDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New agent"
      description="It starts without skills, on the Rehearsal model: rules, not a language model."
    >
      <NewAgentForm workspace={workspace} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewAgentForm({ workspace, close }: { workspace: string; close: () => void }) {
  const router = useRouter();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [instructions, setInstructions] = useState("");
  const create = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.agents.workspaces[":workspace"].agents.$post({
          param: { workspace },
          json: { name: name.trim(), description, instructions },
        }),
      ),
    onSuccess: (agent) => {
      void cache.invalidateQueries({ queryKey: agentKeys.all(workspace) });
      close();
      router.push(agentPath(workspace, agent.slug));
    },
  });
  return (
    <DialogForm
      verb="Create agent"
      pending={create.isPending}
      blockedReason={name.trim() === "" ? "Give it a name first." : undefined}
      onSubmit={() => create.mutate()}
      close={close}
    >
      <NameField
        value={name}
        onValueChange={setName}
        error={create.error?.message}
        placeholder="On-call assistant"
      />
      <PurposeField
        value={description}
        onValueChange={setDescription}
        help="One sentence, for people. The agent does not read it."
      />
      <Field
        label="Instructions"
        help="The agent reads them before everything else. They can be written later."
      >
        <Textarea
          rows={5}
          maxLength={100_000}
          value={instructions}
          onChange={(event) => setInstructions(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
