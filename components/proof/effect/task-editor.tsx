"use client";

import { Plus } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { neighbourOf } from "@/components/layout/use-walk-keys";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { ShownText } from "@/components/ui/shown-text";
import type { EffectSuite } from "@/lib/proof/suites/suite-schema";
import { DraftSaving, NewerNotice } from "../draft-saving";
import { SuiteFindings } from "../suite-findings";
import { newGrader } from "./grader-rows";
import { TaskForm } from "./task-form";
import { TaskList } from "./task-list";
import { newTask, stopsSaving, type TaskRow } from "./task-rows";
import { type TaskDraft, useTaskDraft } from "./use-task-draft";

type TaskEditorProps = {
  skill: string;
  suite: EffectSuite;
  /** Why this person cannot change the draft. */
  blocked: string | undefined;
};

/** The tasks of a skill to write in; saved into its draft, into the file that is there. */
export function TaskEditor({ skill, suite, blocked }: TaskEditorProps) {
  const draft = useTaskDraft(skill, suite);
  const { rows, setRows } = draft;
  const [chosen, setChosen] = useState<number | null>(null);
  const reason = blocked ?? suite.readOnlyReason ?? undefined;
  const noSave = reason ?? whyNotSaved(draft);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  );
  const row = rows[at];
  const add = () => {
    const task = newTask({ graders: [newGrader()] });
    setRows((before) => [...before, task]);
    setChosen(task.key);
  };
  useShortcut("mod+s", "Save the tasks", () => draft.save.mutate(), {
    enabled: noSave === undefined && !draft.save.isPending,
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorBar draft={draft} reason={reason} noSave={noSave} onAdd={add} />
      <div className="grid gap-2 p-4 empty:hidden [&:not(:has(*))]:hidden">
        {draft.newer ? (
          <NewerNotice draft={draft} what="The draft was" />
        ) : (
          <ErrorNotice error={draft.save.error} title="Not saved" />
        )}
        <SuiteFindings findings={draft.base.findings} isChanged={draft.isDirty} />
      </div>
      {row === undefined ? (
        <NoTaskRows skill={skill} />
      ) : (
        <ChosenTask
          skill={skill}
          suite={suite}
          draft={draft}
          at={at}
          row={row}
          readOnly={reason !== undefined}
          onChoose={setChosen}
        />
      )}
    </div>
  );
}

type ChosenTaskProps = {
  skill: string;
  suite: EffectSuite;
  draft: TaskDraft;
  at: number;
  row: TaskRow;
  readOnly: boolean;
  onChoose: (key: number) => void;
};

function ChosenTask({ skill, suite, draft, at, row, readOnly, onChoose }: ChosenTaskProps) {
  const { rows, setRows } = draft;
  const list = useRef<HTMLElement>(null);
  const { key } = row;
  const change = useCallback(
    (part: Partial<Omit<TaskRow, "key">>) =>
      setRows((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [setRows, key],
  );
  const walk = (step: 1 | -1) => {
    const next = neighbourOf(rows, at, step);
    if (!next) return;
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-task="${next.key}"]`)?.focus();
  };
  useShortcut("j", "Next task", () => walk(1));
  useShortcut("k", "Previous task", () => walk(-1));
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[280px_minmax(0,1fr)] narrow:grid-cols-[220px_minmax(0,1fr)] compact:grid-cols-1">
      <nav
        ref={list}
        aria-label="Tasks"
        className="min-h-0 overflow-auto border-line border-r compact:max-h-52 compact:border-r-0 compact:border-b"
      >
        <TaskList draft={draft} chosen={key} onChoose={onChoose} />
      </nav>
      <TaskForm
        key={key}
        row={row}
        number={at + 1}
        skill={skill}
        siblings={suite.siblings}
        packageFiles={suite.files}
        problem={draft.problems.get(key)}
        readOnly={readOnly}
        onChange={change}
        onRemove={() => setRows((before) => before.filter((one) => one.key !== key))}
      />
    </div>
  );
}

function whyNotSaved({ isDirty, rows, newer }: TaskDraft): string | undefined {
  if (!isDirty) return "Nothing has changed.";
  if (newer) return "Choose first what becomes of the tasks that somebody else saved.";
  return stopsSaving(rows) ? "Complete the tasks that say what they lack first." : undefined;
}

type EditorBarProps = {
  draft: TaskDraft;
  /** Why nothing can be changed, and why nothing can be saved. */
  reason: string | undefined;
  noSave: string | undefined;
  onAdd: () => void;
};

function EditorBar({ draft, reason, noSave, onAdd }: EditorBarProps) {
  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
      <Button icon={Plus} onClick={onAdd} blockedReason={reason}>
        Add a task
      </Button>
      <DraftSaving draft={draft} noSave={noSave} />
    </div>
  );
}

function NoTaskRows({ skill }: { skill: string }) {
  return (
    <p className="p-4 text-ink-2">
      No task yet. Write what somebody would ask an agent that has{" "}
      <code>
        <ShownText text={skill} />
      </code>
      , and what a good answer must have. At least 5 tasks that come out differently are needed before
      anything is judged.
    </p>
  );
}
