"use client";

import { Columns2, Target } from "lucide-react";
import { useRouter } from "next/navigation";
import { proofPath } from "@/components/data/proof-paths";
import { compareSkillPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { SkillChangeItems } from "@/components/library/skill-change-items";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { SkillDetail } from "@/lib/library/skill-schema";

/** What can be done with the skill besides editing, rehearsing and exporting. Inside a Menu and SkillDialogs. */
export function SkillActionItems({ skill }: { skill: SkillDetail }) {
  const names = skill.agents.map((agent) => agent.name);
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const compare = (without: boolean) =>
    router.push(compareSkillPath(workspace, { skill: skill.name, agent: skill.agents[0]?.slug, without }));
  return (
    <>
      <MenuItem icon={Target} shortcut="T" onSelect={() => router.push(proofPath(workspace, skill.name))}>
        Trigger suite
      </MenuItem>
      <MenuItem icon={Columns2} onSelect={() => compare(false)}>
        Compare the draft…
      </MenuItem>
      <MenuItem icon={Columns2} onSelect={() => compare(true)}>
        Compare with and without…
      </MenuItem>
      <MenuSeparator />
      <SkillChangeItems
        skill={skill}
        whyKept={names.length > 0 ? `Remove it from ${names.join(", ")} first.` : undefined}
      />
    </>
  );
}
