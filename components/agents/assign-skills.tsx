"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type RefObject, useState } from "react";
import { otherSkillsQuery } from "@/components/data/agent-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { useSettled } from "@/components/library/dialogs/use-name-check";
import { ManyLine } from "@/components/library/many/many-line";
import { SelectBox } from "@/components/library/many/select-box";
import type { SelectableRow } from "@/components/library/many/selection";
import { useSelection } from "@/components/library/many/use-selection";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { SectionNote } from "@/components/ui/section-head";
import { ShownText } from "@/components/ui/shown-text";
import type { Assignment } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { usualInvocation } from "@/lib/skills/invocation";
import { promptTokens, promptTokensTitle } from "./agent-words";
import type { AssignmentChange } from "./assignment-list";
import { SkillLink } from "./skill-link";

const shownAtOnce = 100;
type AssignSkillsProps = {
  workspace: string;
  agentId: string;
  /** How the agent tells of its skills. */
  mode: string;
  rows: readonly Assignment[];
  apply: (change: AssignmentChange) => void;
  searchRef: RefObject<HTMLInputElement | null>;
};

/** The row as it will stand until the server answers. An unpublished skill can only be followed as a draft. */
function newAssignment(skill: SkillSummary, priority: number): Assignment {
  const { metadataTokens, instructionTokens, resourceTokens, latestVersion, draftRevision } = skill;
  return {
    skillId: skill.id,
    skill: skill.name,
    description: skill.description,
    enabled: true,
    priority,
    follows: latestVersion === null ? "draft" : "latest",
    label: null,
    version: null,
    archived: false,
    resolved: {
      kind: "draft",
      revision: draftRevision,
      digest: "",
      description: skill.description,
      metadataTokens,
      instructionTokens,
      resourceTokens,
      ...usualInvocation,
    },
    choices: {
      latest: latestVersion,
      versions: latestVersion === null ? [] : [latestVersion],
      labels: skill.labels,
      draftRevision,
    },
  };
}

/** Names that begin with what was typed, then names that have it, then what has it elsewhere. */
function nearestFirst(skills: readonly SkillSummary[], query: string): readonly SkillSummary[] {
  if (query === "") return skills;
  const typed = query.toLowerCase();
  const distance = ({ name }: SkillSummary) => (name.startsWith(typed) ? 0 : name.includes(typed) ? 1 : 2);
  return skills.toSorted((a, b) => distance(a) - distance(b));
}

/** The library's other skills, to be assigned one by one or many at once. */
export function AssignSkills({ workspace, agentId, mode, rows, apply, searchRef }: AssignSkillsProps) {
  const mayAssign = useBlockedFor("agents.edit") === undefined;
  const [text, setText] = useState("");
  const query = useSettled(text.trim(), 180);
  const { data, error, isPlaceholderData } = useQuery(otherSkillsQuery(client.library, workspace, query));
  const assigned = new Set(rows.map(({ skillId }) => skillId));
  const free = (data?.items ?? []).filter(({ id }) => !assigned.has(id));
  const others = nearestFirst(free, query).slice(0, shownAtOnce);
  const total = (data?.total ?? 0) - ((data?.items.length ?? 0) - free.length);
  const selection = useSelection({
    rows: others,
    total,
    filters: { query },
    isCurrent: data !== undefined && !isPlaceholderData,
  });
  return (
    <section aria-label="In the library, not assigned">
      <div className="flex min-h-bar flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <h2>In the library, not assigned</h2>
        <span role="status" className="text-ink-3">
          {data === undefined ? "" : formatCount(total, "skill")}
        </span>
        <Input
          ref={searchRef}
          type="search"
          icon={Search}
          aria-label="Search skills to assign"
          placeholder="Search to assign"
          autoComplete="off"
          className="ml-auto w-[200px]"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const first = others[0];
            if (event.key === "Enter" && mayAssign && first !== undefined && query === text.trim())
              apply({ kind: "assign", row: newAssignment(first, rows.length + 1) });
            if (event.key === "Escape") setText("");
          }}
        />
      </div>
      {others.length > 0 ? (
        <ManyLine
          workspace={workspace}
          kind="assign"
          agents={[agentId]}
          selection={selection}
          loaded={others.length}
          total={total}
        />
      ) : null}
      {error !== null && data === undefined ? (
        <p className="px-4 py-3 text-danger">
          <ShownText text={error.message} />
        </p>
      ) : null}
      <ul className="compact:max-h-[60dvh] compact:overflow-auto">
        {others.map((skill) => (
          <OtherSkill
            key={skill.id}
            workspace={workspace}
            skill={skill}
            mode={mode}
            selected={selection.has(skill.id)}
            anySelected={selection.count > 0}
            onSelect={selection.choose}
            onAssign={() => apply({ kind: "assign", row: newAssignment(skill, rows.length + 1) })}
          />
        ))}
      </ul>
      {data !== undefined && others.length === 0 ? <NoneLeft query={query} /> : null}
      {total > others.length && others.length > 0 ? (
        <p className="px-4 py-3 text-12 text-ink-3">
          {formatNumber(total - others.length)} more: search for them by name, description or body.
        </p>
      ) : null}
    </section>
  );
}

function NoneLeft({ query }: { query: string }) {
  return (
    <SectionNote>
      {query === "" ? (
        "Every skill of the library is assigned."
      ) : (
        <ShownText text={`No other skill fits “${query}”.`} />
      )}
    </SectionNote>
  );
}

type OtherSkillProps = {
  workspace: string;
  skill: SkillSummary;
  mode: string;
  selected: boolean;
  anySelected: boolean;
  onSelect: (row: SelectableRow, how: { range: boolean }) => void;
  onAssign: () => void;
};

function OtherSkill({ workspace, skill, mode, onAssign, ...box }: OtherSkillProps) {
  const blocked = useBlockedFor("agents.edit");
  const isPublished = skill.latestVersion !== null;
  return (
    <li className="group/row grid h-row grid-cols-[24px_24px_minmax(0,1fr)_56px_104px] items-center gap-x-2 border-line border-b pr-4 pl-2 hover:bg-hover compact:h-auto compact:grid-cols-[24px_24px_minmax(0,1fr)_auto] compact:py-1">
      <span />
      <span className="relative h-full">
        <SelectBox row={skill} {...box} />
      </span>
      <span className="min-w-0 truncate compact:whitespace-normal">
        <SkillLink workspace={workspace} skill={skill.name} className="mr-3 align-bottom" />
        {isPublished ? null : (
          <span
            title={`${skill.state === "withdrawn" ? "Every version is withdrawn" : "Not published"}: can be assigned as a draft, for the playground only`}
          >
            <Chip dashed className="mr-2 align-middle">
              draft only
            </Chip>
          </span>
        )}
        <span className="text-ink-3" title={markHidden(skill.description)}>
          <ShownText text={skill.description} />
        </span>
      </span>
      <span className="text-right text-ink-3 compact:hidden" title={promptTokensTitle(mode)}>
        +{formatNumber(promptTokens(skill, mode))}
      </span>
      <Button
        aria-label={`Assign ${skill.name}`}
        className="h-[26px] justify-self-end"
        missingRight={blocked}
        onClick={onAssign}
      >
        Assign
      </Button>
    </li>
  );
}
