"use client";

import { Lock, Share2 } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { skillPath } from "@/components/data/skill-paths";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, Row } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { SelectBox } from "../many/select-box";
import type { SelectableRow } from "../many/selection";
import { SkillMenu } from "../skill-menu";
import { columnViews } from "./skill-cells";
import { type ColumnChoices, columnClass, skillColumns } from "./use-skill-columns";

type SkillRowProps = {
  workspace: string;
  skill: SkillSummary;
  /** 1-based, the head counts as the first. */
  rowIndex: number;
  choices: ColumnChoices;
  active: boolean;
  onActivate: (skill: string) => void;
  selected: boolean;
  anySelected: boolean;
  onSelect: (row: SelectableRow, how: { range: boolean }) => void;
};

/** The link's target is the whole row, except for the box that selects it and the menu. */
export const SkillRow = memo(function SkillRow(props: SkillRowProps) {
  const { workspace, skill, rowIndex, choices, active, onActivate, selected, anySelected, onSelect } = props;
  return (
    <Row
      selected={anySelected ? selected : active}
      aria-rowindex={rowIndex}
      aria-selected={selected}
      className={classNames("relative", active && anySelected && !selected && "bg-hover")}
    >
      <Cell className="relative overflow-visible">
        <SelectBox row={skill} selected={selected} anySelected={anySelected} onSelect={onSelect} />
      </Cell>
      <Cell>
        <Link
          href={skillPath(workspace, skill.name)}
          prefetch={false}
          data-skill-link={skill.name}
          onFocus={() => onActivate(skill.name)}
          title={markHidden(skill.description)}
          className="font-medium font-mono text-13 text-ink tracking-[-0.02em] after:absolute after:inset-0"
        >
          <ShownText text={skill.name} />
        </Link>
        {skill.receivedFrom === undefined ? null : (
          <span
            title={`Written in the workspace ${markHidden(skill.receivedFrom)}`}
            className="relative ml-1.5 inline-block text-ink-3"
          >
            <Icon of={Share2} size={13} />
            <span className="sr-only">
              Written in the workspace <ShownText text={skill.receivedFrom} />
            </span>
          </span>
        )}
        {skill.openBy === undefined ? null : (
          <span title={`It ${markHidden(skill.openBy)}`} className="relative ml-1.5 inline-block text-ink-3">
            <Icon of={Lock} size={13} />
            <span className="sr-only">
              It <ShownText text={skill.openBy} />
            </span>
          </span>
        )}
      </Cell>
      {skillColumns.map((column) => {
        const view = columnViews[column.id];
        return (
          <Cell key={column.id} numeric={view.numeric ?? false} className={columnClass(column, choices)}>
            {view.render(skill)}
          </Cell>
        );
      })}
      <Cell className="overflow-visible pl-0 text-right">
        <SkillMenu workspace={workspace} skill={skill} />
      </Cell>
    </Row>
  );
});
