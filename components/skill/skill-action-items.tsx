"use client";

import { Archive, ArchiveRestore, Columns2, Copy, TextCursorInput, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { useSkillCommands } from "@/components/library/skill-dialogs";
import { compareSkillPath } from "@/components/library/skill-paths";
import { useBlockedForSkill } from "@/components/library/use-blocked-for-skill";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { SkillDetail } from "@/lib/library/schema";

/** What can be done with the skill besides editing, rehearsing and exporting. Inside a Menu and SkillDialogs. */
export function SkillActionItems({ skill }: { skill: SkillDetail }) {
  const { ask, archive, restore } = useSkillCommands();
  const names = skill.agents.map((agent) => agent.name);
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const noEdit = useBlockedForSkill(skill);
  const noCopy = useBlockedFor("library.edit");
  const noDelete = useBlockedFor("library.delete");
  const compare = (without: boolean) =>
    router.push(compareSkillPath(workspace, { skill: skill.name, agent: skill.agents[0]?.slug, without }));
  return (
    <>
      <MenuItem icon={Columns2} onSelect={() => compare(false)}>
        Compare the draft…
      </MenuItem>
      <MenuItem icon={Columns2} onSelect={() => compare(true)}>
        Compare with and without…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={TextCursorInput} blockedReason={noEdit} onSelect={() => ask("rename", skill)}>
        Rename
      </MenuItem>
      <MenuItem icon={Copy} blockedReason={noCopy} onSelect={() => ask("duplicate", skill)}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      {skill.archived ? (
        <MenuItem icon={ArchiveRestore} blockedReason={noEdit} onSelect={() => restore(skill)}>
          Restore
        </MenuItem>
      ) : (
        <MenuItem icon={Archive} blockedReason={noEdit} onSelect={() => archive(skill)}>
          Archive
        </MenuItem>
      )}
      <MenuItem
        icon={Trash2}
        danger
        onSelect={() => ask("delete", skill)}
        blockedReason={noDelete ?? (names.length > 0 ? `Take it off ${names.join(", ")} first.` : undefined)}
      >
        Delete
      </MenuItem>
    </>
  );
}
