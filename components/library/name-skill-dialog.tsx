"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toaster";
import type { SkillSummary } from "@/lib/library/schema";
import { SkillNameField } from "./skill-name-field";
import { useNameCheck } from "./use-name-check";
import { useSkillActions } from "./use-skill-actions";

const words = {
  rename: {
    title: "Rename",
    verb: "Rename",
    description: "The name in the draft's frontmatter changes with it. Published versions keep the old name.",
  },
  duplicate: {
    title: "Duplicate",
    verb: "Duplicate",
    description: "Copies the draft into a new skill. Versions, labels and agents stay with the old one.",
  },
} as const;

type NameSkillDialogProps = {
  workspace: string;
  kind: keyof typeof words;
  skill: SkillSummary;
  onMoved?: ((name: string | null) => void) | undefined;
  close: () => void;
};

/** Asks for a name: the skill's new one, or its copy's. */
export function NameSkillDialog({ workspace, kind, skill, onMoved, close }: NameSkillDialogProps) {
  const { title, description } = words[kind];
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="small"
      title={
        <>
          {title} <span className="font-mono text-14">{skill.name}</span>
        </>
      }
      description={description}
    >
      <NameForm workspace={workspace} kind={kind} skill={skill} onMoved={onMoved} close={close} />
    </Dialog>
  );
}

function NameForm({ workspace, kind, skill, onMoved, close }: NameSkillDialogProps) {
  const actions = useSkillActions(workspace);
  const action = kind === "rename" ? actions.rename : actions.duplicate;
  const [name, setName] = useState(kind === "rename" ? skill.name : `${skill.name.slice(0, 59)}-copy`);
  const check = useNameCheck(workspace, name);
  const isSame = name.trim() === skill.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.state !== "free" && check.state !== "checking") return;
    action.mutate(
      { skill: skill.name, name: name.trim() },
      {
        onSuccess: () => {
          toast(
            kind === "rename" ? `Renamed ${skill.name} to ${name.trim()}.` : `Copied to ${name.trim()}.`,
            {
              ...(kind === "rename"
                ? {
                    action: {
                      label: "Undo",
                      onClick: () =>
                        actions.rename.mutate(
                          { skill: name.trim(), name: skill.name },
                          { onSuccess: () => onMoved?.(skill.name) },
                        ),
                    },
                  }
                : {}),
            },
          );
          close();
          if (kind === "rename") onMoved?.(name.trim());
        },
      },
    );
  };
  const wrong = check.state === "wrong" && !isSame ? check.message : undefined;
  return (
    <form onSubmit={submit} className="grid gap-4">
      <SkillNameField
        label="New name"
        value={name}
        onChange={setName}
        check={isSame ? { state: "empty" } : check}
        serverError={action.error?.message}
      />
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={action.isPending}
            blockedReason={isSame || name.trim() === "" ? "Type another name first." : wrong}
          >
            {words[kind].verb}
          </Button>
        </DialogFooter>
      </div>
    </form>
  );
}
