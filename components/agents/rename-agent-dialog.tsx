"use client";

import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { FormDialog } from "@/components/ui/form-dialog";
import { NameField } from "@/components/ui/name-field";
import type { AgentSummary } from "@/lib/agents/schema";
import { PurposeField } from "./purpose-field";
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
    <FormDialog
      size="small"
      title={`Rename ${agent.name}`}
      description="Its address changes with the name."
      verb="Rename"
      pending={edit.isPending}
      blockedReason={missing ?? (isSame ? "Nothing is changed yet." : undefined)}
      onSubmit={rename}
      close={close}
    >
      <NameField value={name} onValueChange={setName} error={edit.error?.message} />
      <PurposeField value={description} onValueChange={setDescription} />
    </FormDialog>
  );
}
