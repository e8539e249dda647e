"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toaster";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { useSkillActions } from "../use-skill-actions";
import { SkillActTitle } from "./skill-act-title";
import { SkillNameField } from "./skill-name-field";
import { useNameCheck } from "./use-name-check";

const words = {
  rename: {
    verb: "Rename",
    description: "The name in the draft's frontmatter changes with it. Published versions keep the old name.",
  },
  duplicate: {
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
  const { verb, description } = words[kind];
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title={<SkillActTitle verb={verb} skill={skill.name} />}
      description={description}
    >
      <NameForm workspace={workspace} kind={kind} skill={skill} onMoved={onMoved} close={close} />
    </Dialog>
  );
}

function NameForm({ workspace, kind, skill, onMoved, close }: NameSkillDialogProps) {
  const actions = useSkillActions(workspace);
  const action = actions[kind];
  const [typed, setTyped] = useState(kind === "rename" ? skill.name : `${skill.name.slice(0, 59)}-copy`);
  const name = typed.trim();
  const check = useNameCheck(workspace, typed);
  const isSame = name === skill.name;
  const undo = () =>
    actions.rename.mutate({ skill: name, name: skill.name }, { onSuccess: () => onMoved?.(skill.name) });
  const onSuccess = () => {
    close();
    if (kind === "duplicate") {
      toast(`Copied to ${name}.`);
      return;
    }
    toast(`Renamed ${skill.name} to ${name}.`, { action: { label: "Undo", onClick: undo } });
    onMoved?.(name);
  };
  const wrong = check.state === "wrong" ? check.message : undefined;
  return (
    <DialogForm
      verb={words[kind].verb}
      pending={action.isPending}
      blockedReason={isSame || name === "" ? "Type another name first." : wrong}
      onSubmit={() => action.mutate({ skill: skill.name, name }, { onSuccess })}
      close={close}
    >
      <SkillNameField
        label="New name"
        value={typed}
        onChange={setTyped}
        check={isSame ? { state: "empty" } : check}
        serverError={action.error?.message}
      />
    </DialogForm>
  );
}
