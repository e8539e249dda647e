"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useCallback, useState } from "react";
import { rehearseSkillPath } from "@/components/data/skill-paths";
import { useShortcut } from "@/components/layout/keyboard";
import type { SkillSummary } from "@/lib/library/schema";
import type { SkillTableHandle } from "./skill-table";

/** The row that the keyboard is on. It stays on its skill when the list is sorted another way. */
export function useActiveSkill(
  workspace: string,
  skills: readonly SkillSummary[],
  table: RefObject<SkillTableHandle | null>,
) {
  const router = useRouter();
  const [active, setActive] = useState<string | null>(null);

  const go = useCallback(
    (index: number) => {
      const skill = skills[Math.max(0, Math.min(skills.length - 1, index))];
      if (skill === undefined) return;
      table.current?.show(skills.indexOf(skill));
      setActive(skill.name);
    },
    [skills, table],
  );
  const index = skills.findIndex(({ name }) => name === active);
  const down = () => go(index + 1);
  const up = () => go(index === -1 ? skills.length - 1 : index - 1);
  useShortcut("j", "Next skill", down);
  useShortcut("k", "Previous skill", up);
  useShortcut("arrowdown", "Next skill", down, { enabled: index !== -1 });
  useShortcut("arrowup", "Previous skill", up, { enabled: index !== -1 });
  useShortcut(
    "r",
    "Rehearse skill",
    () => {
      if (active !== null) router.push(rehearseSkillPath(workspace, active));
    },
    { enabled: index !== -1 },
  );
  /** From the search field to the first row. */
  const enter = useCallback(() => go(0), [go]);
  return { active, setActive, enter };
}
