"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery } from "@/components/data/settings-queries";
import { useSession } from "@/components/layout/current-workspace";
import { matchesWords } from "@/components/layout/match-words";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { type Role, roles } from "@/lib/access/permissions";
import { isPresent } from "@/lib/access/present-member";
import { client } from "@/lib/api/client";

type ReviewerChoiceProps = {
  workspace: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The least role whose approval counts. */
  approverRole: Role;
};

/** With more people than this one searches for them. */
const listedAtOnce = 6;

/** Who is asked. Each with their role, and whether their approval counts. */
export function ReviewerChoice({ workspace, chosen, onChange, approverRole }: ReviewerChoiceProps) {
  const { user } = useSession();
  const [query, setQuery] = useState("");
  const { data } = useQuery(membersQuery(client.workspaces, workspace));
  const others = (data?.items ?? []).filter(
    (member) => member.userId !== user.id && (isPresent(member) || chosen.includes(member.userId)),
  );
  const counts = (role: Role) => roles.indexOf(role) >= roles.indexOf(approverRole);
  // Those whose approval counts come first.
  const shown = others
    .filter(({ userId, name }) => chosen.includes(userId) || matchesWords(query, name))
    .toSorted((one, other) => Number(counts(other.role)) - Number(counts(one.role)));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Reviewers</legend>
      {data && others.length === 0 ? (
        <p className="text-ink-3">You are the only person here. No approval is asked for.</p>
      ) : null}
      {others.length > listedAtOnce ? (
        <Input
          type="search"
          aria-label="Find people"
          placeholder="Find people"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      ) : null}
      <ul className="grid max-h-44 overflow-auto">
        {shown.map(({ userId, name, role, isDeactivated }) => (
          <li key={userId} className="flex min-h-8 items-center gap-2 py-0.5">
            <Checkbox
              label={name}
              checked={chosen.includes(userId)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, userId] : chosen.filter((id) => id !== userId))
              }
              className="min-w-0 flex-1"
            />
            <span className="flex-none text-12 text-ink-3">
              {isDeactivated
                ? "deactivated, cannot approve"
                : `${role}${counts(role) ? "" : `, approving needs ${approverRole}`}`}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
