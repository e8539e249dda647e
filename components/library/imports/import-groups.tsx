"use client";

import { CircleHelp, Copy, FolderTree } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { ImportItem } from "@/lib/imports/import-schema";
import {
  type Decision,
  type Decisions,
  decideGroup,
  groupOf,
  type ImportChoice,
  type ImportGroup,
} from "./import-choices";

type GroupWords = {
  icon: LucideIcon;
  say: (count: number) => string;
  /** Said while one of them is not decided. */
  undecided?: string;
  choices: readonly { choice: ImportChoice; label: string }[];
};

const groups: readonly (GroupWords & { group: ImportGroup })[] = [
  {
    group: "same-name",
    icon: CircleHelp,
    say: (count) => `${formatCount(count, "package")} with a name that is taken`,
    undecided: "Say what to do with each, or with all, before storing.",
    choices: [
      { choice: "update", label: "Update the skill" },
      { choice: "rename", label: "Keep both" },
      { choice: "skip", label: "Leave out" },
    ],
  },
  {
    group: "similar-name",
    icon: CircleHelp,
    say: (count) =>
      `${formatCount(count, "package")} with a name that differs from a taken one only in case or form`,
    undecided: "Say what to do with each, or with all, before storing.",
    choices: [
      { choice: "rename", label: "Keep both" },
      { choice: "skip", label: "Leave out" },
    ],
  },
  {
    group: "same-digest",
    icon: Copy,
    say: (count) => `${formatCount(count, "package")} already here, byte for byte`,
    choices: [
      { choice: "skip", label: "Leave out" },
      { choice: "rename", label: "Store a copy" },
    ],
  },
  {
    group: "nested",
    icon: FolderTree,
    say: (count) => `${formatCount(count, "package")} inside another one, whose files keep them`,
    choices: [
      { choice: "skip", label: "Leave inside" },
      { choice: "create", label: "Also as skills of their own" },
    ],
  },
];

type ImportGroupsProps = {
  items: readonly ImportItem[];
  decisions: Decisions;
  chosen: ReadonlyMap<string, Decision>;
  onChosen: (chosen: ReadonlyMap<string, Decision>) => void;
};

/** One line for each kind of package that is not simply new, with one choice for all of its kind. */
export function ImportGroups({ items, decisions, chosen, onChosen }: ImportGroupsProps) {
  const lines = groups.flatMap((words) => {
    const members = items.filter((item) => groupOf(item) === words.group);
    return members.length === 0 ? [] : [{ ...words, members }];
  });
  if (lines.length === 0) return null;
  return (
    <ul className="flex-none border-line border-b bg-sunken">
      {lines.map(({ group, icon, say, undecided, choices, members }) => (
        <li key={group} className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
          <Icon of={icon} className="text-ink-3" />
          <span className="min-w-0 flex-1 compact:min-w-[70%]">
            {say(members.length)}
            {undecided !== undefined && members.some((item) => decisions.get(item.id) === null) ? (
              <span className="text-warn">. {undecided}</span>
            ) : null}
          </span>
          <fieldset className="flex min-w-0 flex-wrap items-center gap-1">
            <legend className="sr-only">For all {say(members.length)}</legend>
            <span aria-hidden="true" className="mr-1 text-12 text-ink-3">
              For all
            </span>
            {choices.map(({ choice, label }) => (
              <Button
                key={choice}
                size="small"
                aria-pressed={members.every((item) => decisions.get(item.id)?.choice === choice)}
                className="aria-pressed:border-accent-text aria-pressed:bg-accent-soft"
                onClick={() => onChosen(decideGroup(items, chosen, group, choice))}
              >
                <ShownText text={label} />
              </Button>
            ))}
          </fieldset>
        </li>
      ))}
    </ul>
  );
}
