"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { skillSearchQuery } from "@/components/data/library-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";

const shownAtOnce = 50;

type SkillChoiceProps = { chosen: readonly string[]; onChange: (names: readonly string[]) => void };

/** Some skills of the workspace, found by name; those that are chosen stay in sight. */
export function SkillChoice({ chosen, onChange }: SkillChoiceProps) {
  const { slug: workspace } = useWorkspace();
  const [query, setQuery] = useState("");
  const { data } = useQuery(skillSearchQuery(client.library, workspace, query, shownAtOnce));
  const found = (data?.items ?? []).map(({ name }) => name);
  const names = [...chosen, ...found.filter((name) => !chosen.includes(name))];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Skills</legend>
      <Input
        type="search"
        aria-label="Find skills"
        placeholder="Find skills"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <ul className="grid max-h-40 grid-cols-2 gap-x-4 overflow-auto compact:grid-cols-1">
        {names.map((name) => (
          <li key={name} className="flex min-h-7 min-w-0 items-center">
            <Checkbox
              label={<ShownText text={name} />}
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
              }
              className="min-w-0 flex-1"
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-12 text-ink-3">
        {data && names.length === 0 ? "No skill fits." : `${formatCount(chosen.length, "skill")} chosen.`}
      </p>
    </fieldset>
  );
}
