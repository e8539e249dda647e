"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { useSkillActions } from "../use-skill-actions";
import { SkillActTitle } from "./skill-act-title";

type DeleteSkillDialogProps = {
  workspace: string;
  skill: SkillSummary;
  onMoved?: ((name: string | null) => void) | undefined;
  close: () => void;
};

/** Deletes for good, after the name was typed. The server refuses while an agent has the skill and names it. */
export function DeleteSkillDialog({ workspace, skill, onMoved, close }: DeleteSkillDialogProps) {
  const { remove } = useSkillActions(workspace);
  const versions = skill.latestVersion;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={<SkillActTitle verb="Delete" skill={skill.name} end="?" />}
      description={
        versions === null
          ? "Its draft goes for good. To put it away instead, archive it."
          : `Its draft and ${versions === 1 ? "its version" : `all ${versions} versions`} go for good. To put it away instead, archive it.`
      }
      confirmLabel="Delete skill"
      danger
      typeToConfirm={skill.name}
      onConfirm={async () => {
        await remove.mutateAsync({ skill: skill.name, confirmName: skill.name });
        toast(`Deleted ${skill.name}.`);
        onMoved?.(null);
      }}
    />
  );
}
