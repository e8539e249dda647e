"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Agent } from "@/lib/agents/schema";
import { allowanceExample, parseAllowances, printAllowances } from "@/lib/runtime/allowance-text";
import { type AgentScriptMode, agentScriptModes } from "@/lib/runtime/decide-script";
import { ContestedError } from "./contested-error";
import { useContestedEdit } from "./use-contested-edit";

const titles = {
  workspace: "As the workspace says",
  list: "Ask, but for what is listed",
  ask: "Ask each time",
  never: "Never run",
} as const satisfies Record<AgentScriptMode, string>;

const draftOf = ({ scripts }: Agent) => ({ mode: scripts.mode, text: printAllowances(scripts.allow) });

type ScriptsDialogProps = { workspace: string; agent: Agent; close: () => void };

/** Edits whether an agent's scripts run. Keeps what was typed when somebody was first. */
export function ScriptsDialog({ workspace, agent, close }: ScriptsDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(agent));
  const [problem, setProblem] = useState<string>();
  const edit = useContestedEdit(workspace, agent, close);
  const { save, isPending } = edit;
  const submit = () => {
    const read = parseAllowances(draft.text);
    if ("problem" in read) return setProblem(read.problem);
    setProblem(undefined);
    save({ scripts: { mode: draft.mode, allow: read.list } });
  };
  return (
    <FormDialog
      size="large"
      title={`Scripts of ${agent.name}`}
      description="Stricter than the workspace, never laxer. A draft always asks."
      verb="Save"
      pending={isPending}
      onSubmit={submit}
      close={close}
    >
      <ContestedError edit={edit} take={(theirs) => setDraft(draftOf(theirs))} />
      <Field label="Scripts and commands" help="Of every skill that it gets.">
        <Select
          size="form"
          value={draft.mode}
          onChange={({ target }) => {
            const mode = agentScriptModes.find((known) => known === target.value);
            if (mode) setDraft((before) => ({ ...before, mode }));
          }}
        >
          {Object.entries(titles).map(([mode, title]) => (
            <option key={mode} value={mode}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      {draft.mode === "list" ? (
        <Field
          label="Runs without asking"
          help={`What the workspace lists too, a version a line: ${allowanceExample}`}
          error={problem}
        >
          <Textarea
            mono
            rows={4}
            value={draft.text}
            onChange={({ target }) => setDraft((before) => ({ ...before, text: target.value }))}
          />
        </Field>
      ) : null}
    </FormDialog>
  );
}
