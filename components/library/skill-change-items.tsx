"use client";

import { Archive, ArchiveRestore, Copy, TextCursorInput, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { useSkillCommands } from "./dialogs/skill-dialogs";
import { useBlockedForSkill } from "./use-blocked-for-skill";

type SkillChangeItemsProps = {
  skill: SkillSummary;
  /** Why it cannot be deleted, whoever asks: an agent has it. */
  whyKept: string | undefined;
  /** They stand beside renaming and duplicating. */
  children?: ReactNode;
};

/** Renames, copies, archives and deletes a skill. Inside a Menu and SkillDialogs. */
export function SkillChangeItems({ skill, whyKept, children }: SkillChangeItemsProps) {
  const { ask, archive, restore } = useSkillCommands();
  const noEdit = useBlockedForSkill(skill);
  const noCopy = useBlockedFor("library.edit");
  const noDelete = useBlockedFor("library.delete");
  const noArchive = skill.receivedFrom === undefined ? noEdit : noCopy;
  return (
    <>
      <MenuItem icon={TextCursorInput} blockedReason={noEdit} onSelect={() => ask("rename", skill)}>
        Rename
      </MenuItem>
      <MenuItem icon={Copy} blockedReason={noCopy} onSelect={() => ask("duplicate", skill)}>
        Duplicate
      </MenuItem>
      {children}
      <MenuSeparator />
      {skill.archived ? (
        <MenuItem icon={ArchiveRestore} blockedReason={noArchive} onSelect={() => restore(skill)}>
          Restore
        </MenuItem>
      ) : (
        <MenuItem icon={Archive} blockedReason={noArchive} onSelect={() => archive(skill)}>
          Archive
        </MenuItem>
      )}
      <MenuItem
        icon={Trash2}
        danger
        blockedReason={noDelete ?? whyKept}
        onSelect={() => ask("delete", skill)}
      >
        Delete
      </MenuItem>
    </>
  );
}
