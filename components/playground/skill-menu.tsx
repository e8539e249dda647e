"use client";

import { Package } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import type { SuggestedSkill } from "./skill-suggestions";

type SkillMenuProps = {
  id: string;
  skills: readonly SuggestedSkill[];
  active: number;
  onChoose: (name: string) => void;
};

/** The skills that fit the word being typed. The focus stays in the message; arrows move, Enter and Tab choose. */
export function SkillMenu({ id, skills, active, onChoose }: SkillMenuProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Skills"
      tabIndex={-1}
      className="absolute inset-x-4 bottom-full z-10 mb-1 max-h-64 overflow-y-auto rounded-3 border border-line-strong bg-overlay p-1 shadow-overlay"
    >
      {skills.map(({ name, description }, at) => (
        <div
          key={name}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          ref={(option) => {
            if (at === active) option?.scrollIntoView({ block: "nearest" });
          }}
          // The press, not the click: the message must not lose the focus before.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
          className={classNames(
            "flex min-h-8 cursor-default items-center gap-2 rounded-2 px-2",
            at === active ? "bg-hover" : null,
          )}
        >
          <Icon of={Package} size={14} className="text-ink-3" />
          <code className="whitespace-nowrap text-13">{name}</code>
          <span className="truncate text-12 text-ink-3">{description}</span>
        </div>
      ))}
    </div>
  );
}
