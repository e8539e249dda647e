"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";

type SkillChoiceProps = {
  /** Null while they are read. */
  skills: readonly { skill: string; suites: readonly string[] }[] | null;
  /** Null: all of them. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
};

const suiteWords: Record<string, string> = { trigger: "messages", effect: "tasks" };

/** All skills that can be tried, or some of them. */
export function SkillChoice({ skills, chosen, onChange }: SkillChoiceProps) {
  const [filter, setFilter] = useState("");
  const all = (skills ?? []).map(({ skill }) => skill);
  const picked = new Set(chosen ?? all);
  const shown = (skills ?? []).filter(({ skill }) => skill.includes(filter.trim().toLowerCase()));
  const set = (names: ReadonlySet<string>) =>
    onChange(names.size === all.length ? null : all.filter((name) => names.has(name)));
  const toggle = (skill: string, isOn: boolean) => {
    const next = new Set(picked);
    if (isOn) next.add(skill);
    else next.delete(skill);
    set(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Skills</legend>
      <Checkbox
        checked={all.length > 0 && picked.size === all.length}
        indeterminate={picked.size > 0 && picked.size < all.length}
        onChange={({ target }) => set(new Set(target.checked ? all : []))}
        label={`All that have tasks or a trigger suite (${all.length})`}
        help={`${picked.size} chosen`}
      />
      {all.length > 8 ? (
        <Input
          aria-label="Filter skills"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          className="my-1"
        />
      ) : null}
      <div className="grid max-h-44 overflow-y-auto">
        {shown.map(({ skill, suites }) => (
          <Checkbox
            key={skill}
            checked={picked.has(skill)}
            onChange={({ target }) => toggle(skill, target.checked)}
            label={
              <>
                <span className="font-mono text-13">{skill}</span>{" "}
                <span className="text-12 text-ink-3">
                  {suites.map((suite) => suiteWords[suite] ?? suite).join(", ")}
                </span>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
