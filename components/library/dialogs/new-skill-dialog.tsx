"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { skillEditPath } from "@/components/data/skill-paths";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { client, unwrap } from "@/lib/api/client";
import type { SkillTemplate } from "@/lib/library/skill-schema";
import { SkillNameField } from "./skill-name-field";
import { useNameCheck } from "./use-name-check";

const templates: readonly RadioOption<SkillTemplate>[] = [
  { value: "blank", label: "Blank", help: "A SKILL.md with a name, a description to write, and no body." },
  { value: "workflow", label: "Workflow", help: "Numbered steps with a check at the end of each." },
  { value: "reference", label: "Reference", help: "A short body that points at files in references/." },
  { value: "tool", label: "Tool", help: "Declares a tool in the frontmatter and says when to call it." },
];

type NewSkillDialogProps = { workspace: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for a name and a start; the new draft opens in the editor. */
export function NewSkillDialog({ workspace, open, onOpenChange }: NewSkillDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New skill"
      description="It starts as a draft. No agent sees it before you publish or rehearse it."
    >
      <NewSkillForm workspace={workspace} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewSkillForm({ workspace, close }: { workspace: string; close: () => void }) {
  const router = useRouter();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [template, setTemplate] = useState<SkillTemplate>("blank");
  const check = useNameCheck(workspace, name);
  const create = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.library.workspaces[":workspace"].skills.$post({
          param: { workspace },
          json: { name: name.trim(), template },
        }),
      ),
    onSuccess: (skill) => {
      void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
      close();
      router.push(skillEditPath(workspace, skill.name));
    },
  });
  const missing = check.state === "empty" ? "Give it a name first." : undefined;
  return (
    <DialogForm
      verb="Create draft"
      pending={create.isPending}
      blockedReason={check.state === "wrong" ? check.message : missing}
      onSubmit={() => create.mutate()}
      close={close}
    >
      <SkillNameField
        value={name}
        onChange={setName}
        check={check}
        serverError={create.error?.message}
        help="Lower-case letters, digits and hyphens. It is the folder's name and what an agent calls."
      />
      <RadioGroup legend="Start with" options={templates} value={template} onValueChange={setTemplate} />
    </DialogForm>
  );
}
