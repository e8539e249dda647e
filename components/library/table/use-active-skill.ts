"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useCallback, useState } from "react";
import { rehearseSkillPath } from "@/components/data/skill-paths";
import { useShortcut } from "@/components/layout/keyboard";
import type { SkillSummary } from "@/lib/library/skill-schema";
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
      if (skill === undefined) return null;
      table.current?.show(skills.indexOf(skill));
      setActive(skill.name);
      return skill;
    },
    [skills, table],
  );
  const index = skills.findIndex(({ name }) => name === active);
  /** Goes to the next row or the one before, and answers where it came to. */
  const step = (by: 1 | -1) => go(by === -1 && index === -1 ? skills.length - 1 : index + by);
  useShortcut("j", "Next skill", () => step(1));
  useShortcut("k", "Previous skill", () => step(-1));
  useShortcut("arrowdown", "Next skill", () => step(1), { enabled: index !== -1 });
  useShortcut("arrowup", "Previous skill", () => step(-1), { enabled: index !== -1 });
  useShortcut(
    "r",
    "Rehearse skill",
    () => {
      if (active !== null) router.push(rehearseSkillPath(workspace, active));
    },
    { enabled: index !== -1 },
  );
  /** Goes from the search field to the first row. */
  const enter = useCallback(() => void go(0), [go]);
  return { active, activeSkill: skills[index] ?? null, setActive, enter, step };
}
