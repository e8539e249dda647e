"use client";

import { Columns2, ListFilter, X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import {
  isFiltered,
  type ShownSource,
  type SkillFilters,
  shownSources,
} from "@/components/data/skill-filters";
import { Button, IconButton } from "@/components/ui/button";
import { FilterBar } from "@/components/ui/filter-bar";
import { formatCount } from "@/components/ui/format";
import type { LucideIcon } from "@/components/ui/icon";
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { ShownText } from "@/components/ui/shown-text";
import { findingsFilters, proofStandings, skillStates } from "@/lib/library/list-options";
import { stateNames } from "../skill-state";
import { type ColumnChoice, type ColumnChoices, type SkillColumn, skillColumns } from "./use-skill-columns";

const findingsNames = {
  any: "Any finding",
  errors: "Errors",
  blocking: "Blocking",
  warnings: "Warnings",
  none: "No findings",
} as const satisfies Record<(typeof findingsFilters)[number], string>;

const sourceNames = {
  written: "Written here",
  imported: "Imported",
  directory: "Read from a directory",
  shared: "Shared by another workspace",
} as const satisfies Record<ShownSource, string>;

/** Of the bytes that the skill has now. */
const proofNames = {
  proven: "Proven",
  "not-shown": "Not shown",
  worse: "Worse or below the floor",
  "not-run": "Not run on current bytes",
  "no-cases": "No cases",
} as const satisfies Record<(typeof proofStandings)[number], string>;

const anyOption = { value: "", label: "Any" } as const;

type SkillToolbarProps = {
  search: ReactElement;
  namePattern: ReactElement;
  filters: SkillFilters;
  onFilters: (filters: SkillFilters) => void;
  onShowAll: () => void;
  agents: readonly { slug: string; name: string }[];
  /** Null while it is not known. */
  total: number | null;
  choices: ColumnChoices;
  onColumn: (column: SkillColumn, choice: ColumnChoice) => void;
  onResetColumns: () => void;
};

export function SkillToolbar(props: SkillToolbarProps) {
  const { search, namePattern, filters, onFilters, onShowAll, agents, total } = props;
  const agentName = agents.find(({ slug }) => slug === filters.agent)?.name ?? filters.agent;
  return (
    <FilterBar
      label="Skills"
      end={
        <>
          <span role="status">{total === null ? "" : formatCount(total, "skill")}</span>
          <ColumnMenu {...props} />
        </>
      }
    >
      {search}
      {namePattern}
      <FilterMenu
        icon={ListFilter}
        label="State"
        shown={filters.state === undefined ? null : stateNames[filters.state]}
        value={filters.state ?? ""}
        options={[anyOption, ...skillStates.map((value) => ({ value, label: stateNames[value] }))]}
        onValue={(value) => onFilters({ ...filters, state: skillStates.find((state) => state === value) })}
      />
      <FilterMenu
        label="Agent"
        shown={agentName ?? null}
        value={filters.agent ?? ""}
        options={[anyOption, ...agents.map(({ slug, name }) => ({ value: slug, label: name }))]}
        onValue={(value) => onFilters({ ...filters, agent: value === "" ? undefined : value })}
      />
      <FilterMenu
        label="Findings"
        shown={filters.findings === undefined ? null : findingsNames[filters.findings]}
        value={filters.findings ?? ""}
        options={[
          { value: "", label: "Any or none" },
          ...findingsFilters.map((value) => ({ value, label: findingsNames[value] })),
        ]}
        onValue={(value) =>
          onFilters({ ...filters, findings: findingsFilters.find((filter) => filter === value) })
        }
      />
      <FilterMenu
        label="Source"
        shown={filters.source === undefined ? null : sourceNames[filters.source]}
        value={filters.source ?? ""}
        options={[anyOption, ...shownSources.map((value) => ({ value, label: sourceNames[value] }))]}
        onValue={(value) =>
          onFilters({ ...filters, source: shownSources.find((source) => source === value) })
        }
      />
      <FilterMenu
        label="Proof"
        shown={filters.proof === undefined ? null : proofNames[filters.proof]}
        value={filters.proof ?? ""}
        options={[anyOption, ...proofStandings.map((value) => ({ value, label: proofNames[value] }))]}
        onValue={(value) =>
          onFilters({ ...filters, proof: proofStandings.find((standing) => standing === value) })
        }
      />
      {isFiltered(filters) ? (
        <Button variant="ghost" icon={X} onClick={onShowAll}>
          Clear
        </Button>
      ) : null}
    </FilterBar>
  );
}

type FilterMenuProps = {
  icon?: LucideIcon;
  label: string;
  /** What is chosen, in words; null for any. */
  shown: string | null;
  value: string;
  options: readonly { value: string; label: ReactNode }[];
  onValue: (value: string) => void;
};

function FilterMenu({ icon, label, shown, value, options, onValue }: FilterMenuProps) {
  return (
    <Menu
      trigger={
        <Button icon={icon} className={shown === null ? "" : "border-line-control"}>
          <ShownText text={label} />
          <span className={shown === null ? "font-normal text-ink-3" : "max-w-32 truncate"}>
            <ShownText text={shown ?? "Any"} />
          </span>
        </Button>
      }
    >
      <MenuChoice label={label} value={value} onValueChange={onValue} options={options} />
    </Menu>
  );
}

/** From which width on a column is there by itself; as the variants `narrow` and `compact` have it. */
const roomQueries = {
  any: "all",
  medium: "(width >= 640px) and (height >= 420px)",
  wide: "(width >= 1180px)",
  widest: "(width >= 1600px)",
} as const;

/** Whether a column can be seen at the window's width now. */
function isShown(column: (typeof skillColumns)[number], choices: ColumnChoices): boolean {
  const choice = choices[column.id] ?? "auto";
  return choice === "auto" ? window.matchMedia(roomQueries[column.room]).matches : choice === "shown";
}

function ColumnMenu({
  choices,
  onColumn,
  onResetColumns,
}: Pick<SkillToolbarProps, "choices" | "onColumn" | "onResetColumns">) {
  return (
    <Menu align="end" trigger={<IconButton icon={Columns2} label="Columns" />}>
      <ColumnChecks choices={choices} onColumn={onColumn} />
      <MenuSeparator />
      <MenuItem onSelect={onResetColumns}>Reset</MenuItem>
    </Menu>
  );
}

function ColumnChecks({ choices, onColumn }: Pick<SkillToolbarProps, "choices" | "onColumn">) {
  return (
    <>
      <MenuLabel>Columns</MenuLabel>
      {skillColumns.map((column) => (
        <MenuCheck
          key={column.id}
          checked={isShown(column, choices)}
          onCheckedChange={(checked) => onColumn(column.id, checked ? "shown" : "hidden")}
        >
          {column.label}
        </MenuCheck>
      ))}
    </>
  );
}
