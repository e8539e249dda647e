"use client";

import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { useShortcut } from "@/components/layout/keyboard";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SuiteRun } from "@/lib/proof/schema";
import type { TaskResult } from "@/lib/proof/trials/trial-schema";
import { sayArm } from "@/lib/suites/effect-words";
import { isOver, Message, TrialView } from "../trial-view";
import { armKey } from "./arm-words";

type ArmResult = TaskResult["hosts"][number]["arms"][number];
type ArmTrial = ArmResult["trials"][number];

const outcomeWords = {
  passed: "passed",
  failed: "failed",
  answered: "for the judge",
  invalid: "invalid, left out",
} as const;
/** Keys of one digit. */
const mostKeys = 9;

type TaskPanelProps = {
  skill: string;
  run: Pick<SuiteRun, "number" | "dialects" | "state">;
  task: TaskResult;
  dialect: string;
  onDialect: (dialect: string) => void;
  /** Of the arm that is looked at. */
  arm: string;
  onArm: (arm: string) => void;
  /** The repeat that is looked at, from 1. */
  repeat: number;
  onRepeat: (repeat: number) => void;
  mayEdit: boolean;
  onEdit: () => void;
  /** To the pairs that the judge compared; null where there is no judge. */
  onLabel: (() => void) | null;
};

/** A task and the recorded session of one of its trials, with what each grader said of it. */
export function TaskPanel(props: TaskPanelProps) {
  const { skill, run, task, dialect, onDialect, arm, onArm, repeat, onRepeat, mayEdit, onEdit, onLabel } =
    props;
  const arms = task.hosts.find((host) => host.dialect === dialect)?.arms ?? [];
  const shown = arms.find((one) => armKey(one) === arm) ?? arms.find((one) => one.arm === "found") ?? arms[0];
  const trial = shown?.trials.find((one) => one.repeat === repeat) ?? shown?.trials[0];
  return (
    <>
      <div className="flex min-h-10 items-center gap-2 border-line border-b px-4">
        <h2 className="whitespace-nowrap">Task {task.number}</h2>
        <span className="whitespace-nowrap text-ink-3 narrow:hidden">recorded session</span>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <Select
          aria-label="Host"
          value={dialect}
          onChange={({ target }) => onDialect(target.value)}
          className="max-w-[150px]"
        >
          {run.dialects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Arm"
          value={shown ? armKey(shown) : ""}
          onChange={({ target }) => onArm(target.value)}
          className="max-w-[150px]"
        >
          {arms.map((one) => (
            <option key={armKey(one)} value={armKey(one)}>
              {markHidden(sayArm(one))}
            </option>
          ))}
        </Select>
        <TrialChoice trials={shown?.trials ?? []} chosen={trial?.repeat ?? null} onChoose={onRepeat} />
      </div>
      <div className="grid gap-1.5 border-line border-b px-4 py-3">
        {trial && isOver(trial) ? null : <Message text={task.prompt} />}
        {shown ? <p className="text-12 text-ink-3">{countedWords(shown)}</p> : null}
        {trial ? <Grades task={task} trial={trial} /> : null}
      </div>
      {trial ? <TrialView key={trial.id} skill={skill} run={run} trial={trial} /> : null}
      {mayEdit || onLabel ? (
        <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
          {mayEdit ? <Button onClick={onEdit}>Edit tasks</Button> : null}
          {onLabel ? <Button onClick={onLabel}>Label answers</Button> : null}
        </div>
      ) : null}
    </>
  );
}

function countedWords({ passed, counted, trials }: ArmResult): string {
  if (counted > 0) return `passed in ${passed} of ${counted} trials`;
  return trials.some(({ outcome }) => outcome === "answered")
    ? "only the judge says something of these answers"
    : "no trial counts";
}

const gradeIcons = { true: CircleCheck, false: CircleX, null: CircleHelp } as const;
const gradeWords = { true: "passed", false: "failed", null: "not decided" } as const;

function Grades({ task, trial }: { task: TaskResult; trial: ArmTrial }) {
  return (
    <ul aria-label="Graders" className="grid gap-1 empty:hidden">
      {trial.grades.map(({ grader, passed, message }) => (
        <li key={grader} className="flex items-start gap-1.5">
          <Icon
            of={gradeIcons[`${passed}`]}
            size={14}
            className={classNames("mt-0.5", passed === false ? "text-warn" : "text-ink-3")}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-mono text-12">{task.graders[grader]?.kind ?? `grader ${grader + 1}`}</span>{" "}
            {gradeWords[`${passed}`]}: <ShownText text={message} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type TrialChoiceProps = {
  trials: readonly ArmTrial[];
  chosen: number | null;
  onChoose: (repeat: number) => void;
};

function TrialChoice({ trials, chosen, onChoose }: TrialChoiceProps) {
  if (trials.length === 0) return null;
  return (
    <>
      <Select
        aria-label="Trial"
        value={String(chosen ?? "")}
        onChange={({ target }) => onChoose(Number(target.value))}
        className="ml-auto max-w-[170px]"
      >
        {trials.map(({ repeat, outcome, state }) => (
          <option key={repeat} value={repeat}>
            Trial {repeat}, {outcome === null ? state : outcomeWords[outcome]}
          </option>
        ))}
      </Select>
      {trials.slice(0, mostKeys).map(({ repeat }) => (
        <TrialKey key={repeat} repeat={repeat} onChoose={onChoose} />
      ))}
    </>
  );
}

function TrialKey({ repeat, onChoose }: { repeat: number; onChoose: (repeat: number) => void }) {
  useShortcut(String(repeat), `Trial ${repeat}`, () => onChoose(repeat));
  return null;
}
