"use client";

import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  Ellipsis,
  PencilLine,
  Play,
  TextCursorInput,
  Trash2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { SkillSummary } from "@/lib/library/schema";
import { useSkillCommands } from "./skill-dialogs";
import { rehearseSkillPath, skillEditPath, skillPath } from "./skill-paths";
import { useBlockedForSkill } from "./use-blocked-for-skill";

type SkillMenuProps = { workspace: string; skill: SkillSummary };

/** Everything that can be done with one skill. */
export function SkillMenu({ workspace, skill }: SkillMenuProps) {
  const router = useRouter();
  const { ask, archive, restore } = useSkillCommands();
  const noEdit = useBlockedForSkill(skill);
  const noCopy = useBlockedFor("library.edit");
  const noDelete = useBlockedFor("library.delete");
  const isFollowed = skill.agentCount > 0;
  return (
    <Menu
      align="end"
      trigger={
        // A plain button: a tooltip in every row would cost more than the row itself.
        <button
          type="button"
          aria-label={`Actions for ${skill.name}`}
          title={`Actions for ${skill.name}`}
          data-skill-menu={skill.id}
          className="relative z-1 inline-grid size-6 place-items-center rounded-2 text-ink-3 hover:bg-press hover:text-ink data-[state=open]:bg-press"
        >
          <Icon of={Ellipsis} />
        </button>
      }
    >
      <MenuItem onSelect={() => router.push(skillPath(workspace, skill.name))} shortcut="Enter">
        Open
      </MenuItem>
      <MenuItem
        icon={PencilLine}
        blockedReason={noEdit}
        onSelect={() => router.push(skillEditPath(workspace, skill.name))}
      >
        Edit
      </MenuItem>
      <MenuItem
        icon={Play}
        shortcut="R"
        onSelect={() => router.push(rehearseSkillPath(workspace, skill.name))}
      >
        Rehearse
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={TextCursorInput} blockedReason={noEdit} onSelect={() => ask("rename", skill)}>
        Rename
      </MenuItem>
      <MenuItem icon={Copy} blockedReason={noCopy} onSelect={() => ask("duplicate", skill)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => ask("export", skill)}>
        Export
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
        blockedReason={
          noDelete ?? (isFollowed ? "An agent has it. Take it off its agents first." : undefined)
        }
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
