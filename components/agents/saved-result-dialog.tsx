"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { skillQuery } from "@/components/data/skill-queries";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Agent } from "@/lib/agents/schema";
import type { ToolStub } from "@/lib/agents/tool-schema";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { toDraft, toSavedResult } from "./result-draft";
import { ResultFields } from "./result-fields";

type SavedResultDialogProps = {
  workspace: string;
  agent: Agent;
  stub: ToolStub | null;
  pending: boolean;
  save: (stub: ToolStub) => void;
  close: () => void;
};

/** Tools of hosts that would run something of a skill. */
const hostTools = ["run_skill_script", "code_execution"];

/** Which tool of which skill, and what it answers. */
export function SavedResultDialog({ workspace, agent, stub, pending, save, close }: SavedResultDialogProps) {
  const [skill, setSkill] = useState(stub?.skill ?? "");
  const [tool, setTool] = useState(stub?.tool ?? "");
  const [draft, setDraft] = useState(() => toDraft(stub));
  const next = { skill: skill === "" ? null : skill, tool: tool.trim(), ...toSavedResult(draft) };
  return (
    <FormDialog
      size="large"
      title={stub ? markHidden(`Edit the result of ${stub.tool}`) : "Add a saved result"}
      description="Given to the model when it calls the tool. Nothing runs."
      verb="Save"
      pending={pending}
      blockedReason={whyNotSaved(next, stub, agent.toolStubs)}
      onSubmit={() => save(next)}
      close={close}
    >
      <div className="grid grid-cols-2 gap-4 compact:grid-cols-1">
        <SkillField agent={agent} skill={skill} setSkill={setSkill} />
        <ToolField workspace={workspace} skill={skill} tool={tool} setTool={setTool} />
      </div>
      <ResultFields draft={draft} onDraft={setDraft} />
    </FormDialog>
  );
}

type SkillFieldProps = { agent: Agent; skill: string; setSkill: (skill: string) => void };

function SkillField({ agent, skill, setSkill }: SkillFieldProps) {
  const assigned = agent.assignments.map((assignment) => assignment.skill);
  const names = skill === "" || assigned.includes(skill) ? assigned : [...assigned, skill];
  return (
    <Field label="Skill" help="One of its own comes before one for any skill.">
      <Select size="form" value={skill} onChange={({ target }) => setSkill(target.value)}>
        <option value="">Any skill, or none</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {assigned.includes(name) ? markHidden(name) : markHidden(`${name} (not assigned)`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type ToolFieldProps = { workspace: string; skill: string; tool: string; setTool: (tool: string) => void };

/** Offers what the skill declares; any other name may be typed. */
function ToolField({ workspace, skill, tool, setTool }: ToolFieldProps) {
  const listId = useId();
  const { data } = useQuery({
    ...skillQuery(client.library, workspace, skill),
    enabled: skill !== "",
    retry: false,
  });
  const declared = skill === "" ? [] : (data?.tools ?? []);
  return (
    <Field label="Tool" help={helpOn(skill, data ? declared : null)}>
      <Input
        size="form"
        mono
        list={listId}
        maxLength={200}
        value={tool}
        onChange={({ target }) => setTool(target.value)}
      />
      <datalist id={listId}>
        {[...declared, ...hostTools].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}

function helpOn(skill: string, declared: readonly string[] | null): string {
  const host = `${hostTools[0]} for a script.`;
  if (skill === "" || declared === null) return `As the skill declares it; ${host}`;
  return declared.length === 0
    ? `${skill} declares no tools; ${host}`
    : `${skill} declares ${declared.join(", ")}; ${host}`;
}

function whyNotSaved(
  next: ToolStub,
  before: ToolStub | null,
  stubs: readonly ToolStub[],
): string | undefined {
  if (next.tool === "") return "Say which tool.";
  if (next.result === null && !next.cases) return "Give a result, or a case that has one.";
  const isTaken = stubs.some(
    (other) =>
      other.skill === next.skill &&
      other.tool === next.tool &&
      (other.skill !== before?.skill || other.tool !== before.tool),
  );
  return isTaken ? "This tool has a saved result: edit that one." : undefined;
}
