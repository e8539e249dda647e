"use client";

import { usePathname, useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { AgentSummary } from "@/lib/agents/schema";
import { agentPath } from "./agent-paths";
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || isSame) return;
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
  };
  const missing = name.trim() === "" ? "Give it a name first." : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="small"
      title={`Rename ${agent.name}`}
      description="Its address changes with the name."
    >
      <form onSubmit={submit} className="grid gap-4">
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
        <Field label="What it is for">
          <Input
            size="form"
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <div className="-mx-4 -mb-4">
          <DialogFooter>
            <Button onClick={close}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              pending={edit.isPending}
              blockedReason={missing ?? (isSame ? "Nothing is changed yet." : undefined)}
            >
              Rename
            </Button>
          </DialogFooter>
        </div>
      </form>
    </Dialog>
  );
}
