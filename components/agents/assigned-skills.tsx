"use client";

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useMemo } from "react";
import { ManyLine } from "@/components/library/many/many-line";
import { useSelection } from "@/components/library/many/use-selection";
import { EmptyState } from "@/components/ui/empty-state";
import { SectionHead } from "@/components/ui/section-head";
import { SkipPast } from "@/components/ui/skip-past";
import type { Assignment } from "@/lib/agents/schema";
import type { RowChoices } from "./agent-words";
import { type AssignmentChange, countOn } from "./assignment-list";
import { AssignmentNoticeLine } from "./assignment-notice";
import { AssignmentRow, assignmentGrid } from "./assignment-row";
import type { Cuts } from "./catalogue-cuts";
import type { AssignmentNotice } from "./use-assignments";

type AssignedSkillsProps = {
  workspace: string;
  agentId: string;
  /** How the agent tells of its skills. */
  mode: string;
  rows: readonly Assignment[];
  notice: AssignmentNotice | null;
  apply: (change: AssignmentChange) => void;
  undo: () => void;
  /** How they fare in the catalogue; null until it is known. */
  cuts: Cuts | null;
  /** What the agent's rule says of those of which there is something to say, by id. */
  choices?: RowChoices;
  /** Whether the person may not change them here. */
  readOnly: boolean;
};

const everything = { query: "" };

/** Where whoever skips the rows goes on. */
const afterAssigned = "after-assigned";

const onlyVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** What a reader hears while a row is moved. Positions are 1-based. */
function announcementsOf(rows: readonly Assignment[]): Announcements {
  const place = (skill: string | number | undefined) =>
    `position ${rows.findIndex((row) => row.skill === skill) + 1} of ${rows.length}`;
  return {
    onDragStart: ({ active }) => `${active.id} picked up at ${place(active.id)}.`,
    onDragOver: ({ active, over }) => `${active.id} is over ${place(over?.id)}.`,
    onDragEnd: ({ active, over }) => `${active.id} put down at ${place(over?.id)}.`,
    onDragCancel: ({ active }) => `Moving ${active.id} was cancelled.`,
  };
}

/** Lists the agent's skills in order of priority: they are dragged, or moved with buttons and keys. */
export function AssignedSkills(props: AssignedSkillsProps) {
  const { workspace, agentId, mode, rows, notice, apply, undo, cuts, choices, readOnly } = props;
  const selectable = useMemo(() => rows.map(({ skillId, skill }) => ({ id: skillId, name: skill })), [rows]);
  const selection = useSelection({
    rows: selectable,
    total: rows.length,
    filters: everything,
    isCurrent: true,
  });
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const to = rows.findIndex((row) => row.skill === over?.id);
    if (over !== null && to !== -1) apply({ kind: "move", skill: String(active.id), to });
  };
  return (
    <section aria-label="Assigned skills" className="@container">
      <SectionHead title="Assigned skills" said={countOn(rows)}>
        <SkipPast count={rows.length} noun="assigned skill" to={afterAssigned} />
        <span className="text-ink-3 narrow:hidden">
          Order is priority: when the budget is short, the last is cut first
        </span>
      </SectionHead>
      {rows.length === 0 ? (
        <EmptyState inline title="No skill is assigned">
          Without skills the agent has no catalogue and no skill tools. Assign one from the list below.
        </EmptyState>
      ) : (
        <>
          <ManyLine
            workspace={workspace}
            kind="unassign"
            agents={[agentId]}
            selection={selection}
            loaded={rows.length}
            total={rows.length}
          />
          <div
            aria-hidden="true"
            className={`${assignmentGrid} min-h-8 bg-sunken text-12 text-ink-3 @max-[480px]:hidden`}
          >
            <span />
            <span className="text-right">#</span>
            <span>Skill</span>
            <span>Follows</span>
            <span className="text-right">Tokens</span>
            <span className="text-center">On</span>
            <span className="pr-7 text-right">{readOnly ? "" : "Move"}</span>
          </div>
          <DndContext
            id="assignments"
            sensors={sensors}
            collisionDetection={closestCenter}
            modifiers={[onlyVertical]}
            accessibility={{ announcements: announcementsOf(rows) }}
            onDragEnd={drop}
          >
            <SortableContext items={rows.map(({ skill }) => skill)} strategy={verticalListSortingStrategy}>
              <ol>
                {rows.map((row, index) => (
                  <AssignmentRow
                    key={row.skillId}
                    workspace={workspace}
                    row={row}
                    mode={mode}
                    index={index}
                    isLast={index === rows.length - 1}
                    apply={apply}
                    readOnly={readOnly}
                    choice={choices?.get(row.skillId) ?? null}
                    mark={cuts?.marks.get(row.skill) ?? null}
                    cutLine={cuts?.from === row.skill ? cuts.budgetCharacters : null}
                    selected={selection.has(row.skillId)}
                    anySelected={selection.count > 0}
                    onSelect={selection.choose}
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
        </>
      )}
      <AssignmentNoticeLine notice={notice} undo={undo} retry={apply} />
      <span id={afterAssigned} tabIndex={-1} className="sr-only">
        End of the assigned skills
      </span>
    </section>
  );
}
