"use client";

import { Upload } from "lucide-react";
import { type RefObject, useRef } from "react";
import type { SkillFilters, SkillSort } from "@/components/data/skill-filters";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Skeleton } from "@/components/ui/skeleton";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { useImportInput } from "../imports/import-drop";
import type { RowSelection } from "../many/use-selection";
import { SkillTable, type SkillTableHandle } from "./skill-table";
import type { ColumnChoices } from "./use-skill-columns";

type SkillPaneProps = {
  workspace: string;
  /** The state of the query behind the list. */
  list: {
    data: { pages: { total: number }[] } | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
  };
  skills: readonly SkillSummary[];
  filters: SkillFilters;
  onSort: (sort: SkillSort) => void;
  onShowAll: () => void;
  choices: ColumnChoices;
  active: string | null;
  onActivate: (skill: string) => void;
  selection: RowSelection;
  onNearEnd: () => void;
  table: RefObject<SkillTableHandle | null>;
};

/** The scrolling part of the library: the table, or why there is none. */
export function SkillPane({ list, table, skills, onShowAll, ...rest }: SkillPaneProps) {
  const scroller = useRef<HTMLDivElement>(null);
  if (list.data === undefined)
    return (
      <NotLoaded query={list} loading="Loading skills" rows={14} failed="The skills could not be loaded" />
    );
  const total = list.data.pages[0]?.total ?? 0;
  return (
    <div
      ref={scroller}
      aria-busy={list.isPlaceholderData || undefined}
      data-selectable-list
      className="min-h-0 flex-1 overflow-auto [overflow-anchor:none] compact:h-[80dvh] compact:flex-none"
    >
      {skills.length === 0 ? (
        <EmptyState inline title="Nothing fits" action={<Button onClick={onShowAll}>Show all</Button>}>
          {rest.filters.name === undefined
            ? "No skill fits what you ask for."
            : "No skill fits what you ask for. A name pattern stands for the whole name: * for any characters, ? for one."}
        </EmptyState>
      ) : (
        <SkillTable {...rest} skills={skills} total={total} handle={table} scroller={scroller} />
      )}
      {list.isFetchingNextPage ? (
        <div className="flex h-row items-center gap-6 px-4" role="status">
          <span className="sr-only">Loading more skills</span>
          <Skeleton className="w-40" />
          <Skeleton className="flex-1" />
        </div>
      ) : (
        <DropHint />
      )}
    </div>
  );
}

function DropHint() {
  const { chooseFiles } = useImportInput();
  return (
    <div className="sticky left-0 m-4 flex flex-wrap items-center gap-3 rounded-3 border border-line-control border-dashed p-4 text-ink-2">
      <Icon of={Upload} className="text-ink-3" />
      <p className="min-w-0 flex-1">
        <span className="font-medium text-ink">
          Drop a folder, .zip, .skill or .tar.gz anywhere on this page.
        </span>{" "}
        You see what was found, with its findings, before anything is stored.
      </p>
      <Button onClick={chooseFiles}>Choose files</Button>
    </div>
  );
}
