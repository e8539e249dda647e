"use client";

import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { AgentSummary } from "@/lib/agents/schema";
import { useEditAgent } from "./use-edit-agent";

type RenameAgentDialogProps = { workspace: string; agent: AgentSummary; close: () => void };

/** A new name changes the agent's address; a page that is open on it follows. */
export function RenameAgentDialog({ workspace, agent, close }: RenameAgentDialogProps) {
  const router = useRouter();
  const pathname = usePathname();
  const edit = useEditAgent(workspace, agent);
  const [name, setName] = useState(agent.name);
  const [description, setDescription] = useState(agent.description);
  const isSame = name.trim() === agent.name && description.trim() === agent.description;
  const rename = () =>
    edit.mutate(
      { name: name.trim(), description: description.trim() },
      {
        onSuccess: (renamed) => {
          close();
          if (pathname.startsWith(agentPath(workspace, agent.slug)))
            router.replace(agentPath(workspace, renamed.slug));
        },
      },
    );
  const missing = name.trim() === "" ? "Give it a name first." : undefined;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title={`Rename ${agent.name}`}
      description="Its address changes with the name."
    >
      <DialogForm
        verb="Rename"
        pending={edit.isPending}
        blockedReason={missing ?? (isSame ? "Nothing is changed yet." : undefined)}
        onSubmit={rename}
        close={close}
      >
        <Field label="Name" error={edit.error?.message}>
          <Input
            size="form"
            autoFocus
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Purpose">
          <Input
            size="form"
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
