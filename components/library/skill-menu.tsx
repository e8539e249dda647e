"use client";

import { Download, Ellipsis, PencilLine, Play, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { rehearseSkillPath, skillActPath, skillEditPath, skillPath } from "@/components/data/skill-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { useSkillCommands } from "./dialogs/skill-dialogs";
import { SkillChangeItems } from "./skill-change-items";
import { unchangedWords } from "./skill-standing";
import { useBlockedForSkill } from "./use-blocked-for-skill";

type SkillMenuProps = { workspace: string; skill: SkillSummary };

/** Everything that can be done with one skill. */
export function SkillMenu({ workspace, skill }: SkillMenuProps) {
  const router = useRouter();
  const { ask } = useSkillCommands();
  const noEdit = useBlockedForSkill(skill);
  const noPublish = useBlockedFor("library.publish");
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
      <MenuItem
        icon={Upload}
        blockedReason={noPublish ?? unchangedWords(skill)}
        onSelect={() => router.push(skillActPath(workspace, skill.name, "publish"))}
      >
        Publish
      </MenuItem>
      <MenuSeparator />
      <SkillChangeItems
        skill={skill}
        whyKept={skill.agentCount > 0 ? "An agent has it. Remove it from its agents first." : undefined}
      >
        <MenuItem icon={Download} onSelect={() => ask("export", skill)}>
          Export
        </MenuItem>
      </SkillChangeItems>
    </Menu>
  );
}
