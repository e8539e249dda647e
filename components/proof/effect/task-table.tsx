"use client";

import { useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { neighbourOf } from "@/components/layout/use-walk-keys";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import type { TaskResult } from "@/lib/proof/trials/trial-schema";
import { sayArm, signedShare } from "@/lib/suites/effect-words";
import { armKey, directionWords } from "./arm-words";

const pageSize = 100;

type TaskTableProps = {
  figures: EffectFigures;
  tasks: readonly TaskResult[];
  host: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** To the sessions of an arm of a task. */
  onOpen: (id: string, arm: string) => void;
};

/** The tasks in the order of the suite; every figure leads to the sessions that it is of. J and K walk. */
export function TaskTable({ figures, tasks, host, chosen, onChoose, onOpen }: TaskTableProps) {
  const [room, setRoom] = useState(pageSize);
  const body = useRef<HTMLTableSectionElement>(null);
  const at = tasks.findIndex(({ id }) => id === chosen);
  const count = Math.max(room, at + 1);
  const walk = (step: 1 | -1) => {
    const next = neighbourOf(tasks.slice(0, count), at, step);
    if (!next) return;
    onChoose(next.id);
    body.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(next.id)}"]`)?.focus();
  };
  useShortcut("j", "Next task", () => walk(1));
  useShortcut("k", "Previous task", () => walk(-1));
  const of = new Map(figures.tasks.map((one) => [one.id, one]));
  return (
    <ScrollingRegion label="Tasks">
      <Table
        caption={`Tasks in ${host}`}
        aria-rowcount={tasks.length + 1}
        stacked="edges"
        className="min-w-[620px]"
      >
        <thead>
          <tr>
            <HeaderCell width={48} numeric>
              #
            </HeaderCell>
            <HeaderCell>Task</HeaderCell>
            {figures.arms.map((arm) => (
              <HeaderCell
                key={armKey(arm)}
                width={84}
                numeric
                className="truncate"
                title={markHidden(sayArm(arm))}
              >
                <ShownText text={sayArm(arm)} />
              </HeaderCell>
            ))}
            <HeaderCell width={72} numeric title="Found less without">
              Effect
            </HeaderCell>
            <HeaderCell width={84} title="Found against without">
              Outcome
            </HeaderCell>
          </tr>
        </thead>
        <tbody ref={body}>
          {tasks.slice(0, count).map((task, index) => (
            <TaskRow
              key={task.id}
              task={task}
              rowIndex={index + 2}
              figures={of.get(task.id)}
              chosen={task.id === chosen}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </Table>
      {count < tasks.length ? (
        <p className="p-3">
          <Button onClick={() => setRoom(count + pageSize)}>
            Show {formatCount(Math.min(pageSize, tasks.length - count), "more task")}
          </Button>
        </p>
      ) : null}
    </ScrollingRegion>
  );
}

/** "2/3", and "2/3 +1×" with an invalid one that counts for nothing. */
const countWords = ({ passed, valid, invalid }: EffectFigures["tasks"][number]["arms"][number]): string =>
  `${valid === 0 ? "–" : `${passed}/${valid}`}${invalid === 0 ? "" : ` +${invalid}×`}`;

type TaskRowProps = Pick<TaskTableProps, "onChoose" | "onOpen"> & {
  task: TaskResult;
  /** 1-based, the head counts as the first. */
  rowIndex: number;
  figures: EffectFigures["tasks"][number] | undefined;
  chosen: boolean;
};

function TaskRow({ task, rowIndex, figures, chosen, onChoose, onOpen }: TaskRowProps) {
  const { id, number, prompt, golden } = task;
  return (
    <Row selected={chosen} aria-rowindex={rowIndex}>
      <Cell numeric className="text-ink-3 compact:hidden!">
        {number}
      </Cell>
      <Cell>
        <button
          type="button"
          data-task={id}
          aria-current={chosen ? "true" : undefined}
          title={markHidden(prompt)}
          onFocus={() => onChoose(id)}
          onClick={() => onOpen(id, "found")}
          className="block min-h-6 w-full truncate text-left text-ink compact:whitespace-normal"
        >
          {golden ? <span className="mr-1.5 text-12 text-ink-3">golden</span> : null}
          <ShownText text={prompt} />
        </button>
      </Cell>
      {figures?.arms.map((arm) => (
        <Cell key={armKey(arm)} numeric label={markHidden(sayArm(arm))}>
          <button
            type="button"
            aria-label={`Task ${number}, ${markHidden(sayArm(arm))}: ${countWords(arm)} passed`}
            onClick={() => onOpen(id, armKey(arm))}
            className="min-h-6 min-w-10 rounded-1 px-1 text-right tabular-nums hover:bg-press"
          >
            {countWords(arm)}
          </button>
        </Cell>
      ))}
      <Cell numeric label="Effect">
        {figures?.effects ? signedShare(figures.effects.total) : <NoValue label="Not measured" />}
      </Cell>
      <Cell label="Outcome" className={figures?.direction === "loss" ? "text-warn" : undefined}>
        {figures?.direction ? directionWords[figures.direction] : <NoValue label="Not measured" />}
      </Cell>
    </Row>
  );
}
