"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Activity, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { activityPath } from "@/components/data/activity-paths";
import { agentsQuery } from "@/components/data/agent-queries";
import { skillsQuery } from "@/components/data/library-queries";
import { isFiltered, type SkillFilters, sortedBy, unfiltered } from "@/components/data/skill-filters";
import { useWorkspace } from "@/components/layout/current-workspace";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, ButtonLink } from "@/components/ui/button";
import { formatCount, formatTokens } from "@/components/ui/format";
import { itemsOf } from "@/components/ui/paged-query";
import { client } from "@/lib/api/client";
import type { SkillList } from "@/lib/library/skill-schema";
import { NamePattern } from "../dialogs/name-pattern";
import { SkillDialogs } from "../dialogs/skill-dialogs";
import { ImportDrop } from "../imports/import-drop";
import { ImportMenu } from "../imports/import-menu";
import { LibraryMany } from "../many/library-many";
import { useSelection } from "../many/use-selection";
import { useSelectionKeys } from "../many/use-selection-keys";
import { LibraryEmpty } from "./library-empty";
import { SkillPane } from "./skill-pane";
import { SkillSearch } from "./skill-search";
import type { SkillTableHandle } from "./skill-table";
import { SkillToolbar } from "./skill-toolbar";
import { SkillsInReview } from "./skills-in-review";
import { useActiveSkill } from "./use-active-skill";
import { useSkillColumns } from "./use-skill-columns";
import { useSkillFilters } from "./use-skill-filters";

const NewSkillDialog = dynamic(
  () => import("../dialogs/new-skill-dialog").then((module) => module.NewSkillDialog),
  {
    ssr: false,
  },
);

/** The workspace's skills: find, open, make, bring in. */
export function LibraryPage() {
  const { slug } = useWorkspace();
  return (
    <ImportDrop workspace={slug}>
      <SkillDialogs workspace={slug}>
        <Library workspace={slug} />
      </SkillDialogs>
    </ImportDrop>
  );
}

function Library({ workspace }: { workspace: string }) {
  const { name } = useWorkspace();
  const { isNew, setIsNew, blocked } = useNewSkill();
  const { filters, setFilters } = useSkillFilters();
  const { list, skills, first, total, isEmpty, onNearEnd } = useSkillList(workspace, filters);
  const columns = useSkillColumns();
  const table = useRef<SkillTableHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const { active, activeSkill, setActive, enter, step } = useActiveSkill(workspace, skills, table);
  const selection = useSelection({ rows: skills, total, filters, isCurrent: !list.isPlaceholderData });
  useSelectionKeys({ selection, active: activeSkill, step });
  useShortcut("/", "Search", () => search.current?.focus());

  const onShowAll = () => {
    setFilters(unfiltered(filters));
    // The button that was pressed goes with the filters.
    search.current?.focus();
  };
  return (
    <Page
      top={
        <LibraryTop
          workspace={workspace}
          isEmpty={isEmpty}
          missingRight={blocked}
          onNew={() => setIsNew(true)}
        />
      }
      foot={isEmpty || first === undefined ? null : <LibraryFoot list={first} />}
      scroll={isEmpty}
    >
      {isEmpty ? (
        <LibraryEmpty workspace={workspace} workspaceName={name} onNew={() => setIsNew(true)} />
      ) : (
        <>
          <LibraryTools
            workspace={workspace}
            filters={filters}
            setFilters={setFilters}
            onShowAll={onShowAll}
            total={first?.total ?? null}
            columns={columns}
            searchRef={search}
            onLeave={enter}
          />
          <SkillsInReview workspace={workspace}>
            <SkillPane
              workspace={workspace}
              list={list}
              skills={skills}
              filters={filters}
              onSort={(sort) => setFilters(sortedBy(filters, sort))}
              onShowAll={onShowAll}
              choices={columns.choices}
              active={active}
              onActivate={setActive}
              selection={selection}
              onNearEnd={onNearEnd}
              table={table}
            />
          </SkillsInReview>
          <LibraryMany
            workspace={workspace}
            selection={selection}
            loaded={skills.length}
            total={total}
            isArchive={filters.state === "archived"}
          />
        </>
      )}
      <NewSkillDialog workspace={workspace} open={isNew} onOpenChange={setIsNew} />
    </Page>
  );
}

/** Whether a new skill is being made; `c` begins one, unless the role does not let this person. */
function useNewSkill() {
  const [isNew, setIsNew] = useState(false);
  const blocked = useBlockedFor("library.edit");
  useShortcut("c", "New skill", () => setIsNew(true), { enabled: blocked === undefined });
  return { isNew, setIsNew, blocked };
}

type LibraryTopProps = {
  workspace: string;
  isEmpty: boolean;
  missingRight: string | undefined;
  onNew: () => void;
};

function LibraryTop({ workspace, isEmpty, missingRight, onNew }: LibraryTopProps) {
  return (
    <TopLine
      title="Skills"
      actions={
        <>
          {isEmpty ? null : (
            <ButtonLink href={activityPath(workspace)} icon={Activity} className="compact:hidden">
              Activity
            </ButtonLink>
          )}
          <ImportMenu workspace={workspace} />
        </>
      }
      primary={
        isEmpty ? null : (
          <Button variant="primary" icon={Plus} shortcut="C" missingRight={missingRight} onClick={onNew}>
            New skill
          </Button>
        )
      }
    />
  );
}

type LibraryToolsProps = ReturnType<typeof useSkillFilters> & {
  workspace: string;
  onShowAll: () => void;
  /** How many fit; null until it is known. */
  total: number | null;
  columns: ReturnType<typeof useSkillColumns>;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Goes on from the fields to the rows. */
  onLeave: () => void;
};

/** What the list is narrowed by, and which of its columns are shown. */
function LibraryTools(props: LibraryToolsProps) {
  const { workspace, filters, setFilters, onShowAll, total, columns, searchRef, onLeave } = props;
  const { data: agents } = useQuery(agentsQuery(client.agents, workspace));
  const onQuery = useCallback(
    (query: string) => setFilters({ ...filters, query }, { replace: true }),
    [filters, setFilters],
  );
  const onPattern = useCallback(
    (name: string) => setFilters({ ...filters, name: name === "" ? undefined : name }, { replace: true }),
    [filters, setFilters],
  );
  return (
    <SkillToolbar
      search={<SkillSearch query={filters.query} onQuery={onQuery} inputRef={searchRef} onLeave={onLeave} />}
      namePattern={<NamePattern pattern={filters.name ?? ""} onPattern={onPattern} onLeave={onLeave} />}
      filters={filters}
      onFilters={setFilters}
      onShowAll={onShowAll}
      agents={agents?.items ?? []}
      total={total}
      choices={columns.choices}
      onColumn={columns.choose}
      onResetColumns={columns.reset}
    />
  );
}

/** What the filters leave of the library; `isEmpty`: without a filter too. */
function useSkillList(workspace: string, filters: SkillFilters) {
  const list = useInfiniteQuery(skillsQuery(client.library, workspace, filters));
  const skills = useMemo(() => itemsOf({ data: list.data }), [list.data]);
  const first = list.data?.pages[0];
  const isEmpty = first?.total === 0 && !isFiltered(filters) && !list.isPlaceholderData;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { list, skills, first, total: first?.total ?? 0, isEmpty, onNearEnd };
}

const keys = [
  { keys: "j k", label: "move" },
  { keys: "enter", label: "open" },
  { keys: "x", label: "select" },
  { keys: "r", label: "rehearse" },
  { keys: "?", label: "all keys" },
] as const;

function LibraryFoot({ list }: { list: SkillList }) {
  return (
    <FootLine keys={keys}>
      <span>{formatCount(list.total, "skill")}</span>
      <span>{formatTokens(list.totals.metadataTokens)} of metadata</span>
      <span>{formatTokens(list.totals.instructionTokens)} of instructions</span>
      <span>estimates</span>
    </FootLine>
  );
}
