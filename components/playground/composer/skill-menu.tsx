"use client";

import { Package } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { OfferedList } from "@/components/ui/offered-list";
import { ShownText } from "@/components/ui/shown-text";
import type { SuggestedSkill } from "./skill-suggestions";

type SkillMenuProps = {
  id: string;
  skills: readonly SuggestedSkill[];
  active: number;
  onChoose: (skill: SuggestedSkill) => void;
};

/** The skills that fit the word being typed. */
export function SkillMenu({ id, skills, active, onChoose }: SkillMenuProps) {
  return (
    <OfferedList
      id={id}
      label="Skills"
      items={skills}
      keyOf={({ name }) => name}
      active={active}
      onChoose={onChoose}
      className="inset-x-4 bottom-full z-10 mb-1 max-h-64"
    >
      {({ name, description }) => (
        <>
          <Icon of={Package} size={14} className="text-ink-3" />
          <code className="whitespace-nowrap text-13">
            <ShownText text={name} />
          </code>
          <span className="truncate text-12 text-ink-3">
            <ShownText text={description} />
          </span>
        </>
      )}
    </OfferedList>
  );
}
