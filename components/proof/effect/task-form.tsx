"use client";

import { Plus, Trash2, X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { GraderFields } from "./grader-fields";
import { type GraderRow, newGrader } from "./grader-rows";
import type { TaskRow } from "./task-rows";

type TaskFormProps = {
  row: TaskRow;
  /** From 1. */
  number: number;
  skill: string;
  siblings: readonly string[];
  /** Paths of the package's files. */
  packageFiles: readonly string[];
  problem: string | undefined;
  readOnly: boolean;
  onChange: (part: Partial<Omit<TaskRow, "key">>) => void;
  onRemove: () => void;
};

/** One task: what is asked, what it begins with, and what decides whether the answer is good. */
export function TaskForm(props: TaskFormProps) {
  const { row, number, problem, readOnly, onChange, onRemove } = props;
  const isBlank = row.prompt.trim() === "";
  return (
    <section
      aria-label={`Task ${number}`}
      className="grid min-h-0 auto-rows-max content-start gap-4 overflow-auto p-4 compact:overflow-visible"
    >
      <div className="flex items-center gap-2">
        <h2>Task {number}</h2>
        {readOnly ? null : (
          <Button size="small" variant="ghost" icon={Trash2} className="ml-auto" onClick={onRemove}>
            Remove task {number}
          </Button>
        )}
      </div>
      <Field
        label="Prompt"
        help="Sent as it stands, in a session of its own."
        error={isBlank ? problem : undefined}
      >
        <Textarea
          value={row.prompt}
          readOnly={readOnly}
          autoFocus={row.prompt === "" && !readOnly}
          placeholder="What somebody would ask the agent to do"
          onChange={({ target }) => onChange({ prompt: target.value })}
          className="field-sizing-content max-h-72 min-h-20 resize-none"
        />
      </Field>
      <GraderList {...props} />
      <Checkbox
        checked={row.golden}
        disabled={readOnly}
        onChange={({ target }) => onChange({ golden: target.checked })}
        label="Golden"
        help="It has to pass with the skill, whatever the average says."
      />
      <FileList {...props} />
      <TaskTexts row={row} readOnly={readOnly} onChange={onChange} />
    </section>
  );
}

function GraderList({ row, skill, siblings, packageFiles, readOnly, onChange }: TaskFormProps) {
  const set = (graders: GraderRow[]) => onChange({ graders });
  return (
    <section aria-label="Graders" className="grid gap-2">
      <h3>Graders</h3>
      <p className="text-12 text-ink-3">
        A trial passes when all of them hold. At least one must be such that an empty answer fails it.
      </p>
      <ol className="grid gap-2 empty:hidden">
        {row.graders.map((grader, at) => (
          <li key={grader.key}>
            <GraderFields
              row={grader}
              number={at + 1}
              skill={skill}
              siblings={siblings}
              packageFiles={packageFiles}
              readOnly={readOnly}
              onChange={(part) =>
                set(row.graders.map((one) => (one.key === grader.key ? { ...one, ...part } : one)))
              }
              onRemove={() => set(row.graders.filter(({ key }) => key !== grader.key))}
            />
          </li>
        ))}
      </ol>
      {row.graders.length === 0 ? (
        <p className="text-warn">Without a grader nothing decides this task, and it is not tried.</p>
      ) : null}
      {readOnly ? null : (
        <Button icon={Plus} className="justify-self-start" onClick={() => set([...row.graders, newGrader()])}>
          Add a grader
        </Button>
      )}
    </section>
  );
}

function FileList({ row, packageFiles, readOnly, onChange }: TaskFormProps) {
  const others = packageFiles.filter((path) => !row.files.includes(path));
  return (
    <section aria-label="Files" className="grid justify-items-start gap-2">
      <h3>Files</h3>
      {row.files.length === 0 ? (
        <p className="text-12 text-ink-3">None. The text of a file would be sent behind the prompt.</p>
      ) : (
        <ul className="grid gap-1">
          {row.files.map((path) => (
            <li key={path} className="flex items-center gap-1.5">
              <code className="[overflow-wrap:anywhere]">
                <ShownText text={path} />
              </code>
              {packageFiles.includes(path) ? null : (
                <span className="text-12 text-warn">not in the skill</span>
              )}
              {readOnly ? null : (
                <IconButton
                  icon={X}
                  size="icon-small"
                  label={`Take out ${markHidden(path)}`}
                  onClick={() => onChange({ files: row.files.filter((one) => one !== path) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {readOnly || others.length === 0 ? null : (
        <Select
          aria-label="Add a file"
          value=""
          onChange={({ target }) => onChange({ files: [...row.files, target.value] })}
        >
          <option value="">Add a file…</option>
          {others.map((path) => (
            <option key={path} value={path}>
              {markHidden(path)}
            </option>
          ))}
        </Select>
      )}
    </section>
  );
}

/** What no grader decides: for people, and for a judge. */
function TaskTexts({ row, readOnly, onChange }: Pick<TaskFormProps, "row" | "readOnly" | "onChange">) {
  const area = "field-sizing-content max-h-48 min-h-16 resize-none";
  return (
    <>
      <Field label="Expected output" help="In words. Decides nothing by itself.">
        <Textarea
          value={row.expectedOutput}
          readOnly={readOnly}
          onChange={({ target }) => onChange({ expectedOutput: target.value })}
          className={area}
        />
      </Field>
      <Field label="Expectations" help="One sentence a line; only a judge could say whether they hold.">
        <Textarea
          value={row.expectations.join("\n")}
          readOnly={readOnly}
          onChange={({ target }) =>
            onChange({ expectations: target.value === "" ? [] : target.value.split("\n") })
          }
          className={area}
        />
      </Field>
      <Field label="Note">
        <Input
          size="form"
          value={row.note}
          readOnly={readOnly}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </Field>
    </>
  );
}
