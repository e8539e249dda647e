"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { systemTitles } from "@/lib/agents/choice-options";
import type { Agent } from "@/lib/agents/schema";
import { ContestedError } from "./contested-error";
import { type RuleDraft, toRule, toRuleDraft } from "./rule-draft";
import { useContestedEdit } from "./use-contested-edit";

type RuleDialogProps = { workspace: string; agent: Agent; close: () => void };

/** Edits by what an agent takes skills. Keeps what was typed when somebody was first. */
export function RuleDialog({ workspace, agent, close }: RuleDialogProps) {
  const [draft, setDraft] = useState(() => toRuleDraft(agent));
  const edit = useContestedEdit(workspace, agent, close);
  const { save, isPending } = edit;
  const change = (changes: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...changes }));
  return (
    <FormDialog
      size="large"
      title={`Rule of ${agent.name}`}
      description="Which skills it gets. What is left empty keeps no skill out."
      verb="Save"
      pending={isPending}
      onSubmit={() => save(toRule(draft))}
      close={close}
    >
      <ContestedError edit={edit} take={(theirs) => setDraft(toRuleDraft(theirs))} />
      <NameFields draft={draft} change={change} />
      <SaidList
        label="Say what the agent can do"
        name="Capabilities"
        help="One a line. A skill stays out unless all its required_capabilities are here."
        value={draft.capabilities}
        onChange={(capabilities) => change({ capabilities })}
      />
      <SaidList
        label="Take only some types of skills"
        name="Types of skills"
        help="One a line, as skill_type has it. A skill that says none is agent_skill."
        value={draft.skillTypes}
        onChange={(skillTypes) => change({ skillTypes })}
        first="agent_skill"
      />
      <MachineFields draft={draft} change={change} />
    </FormDialog>
  );
}

type PartProps = { draft: RuleDraft; change: (changes: Partial<RuleDraft>) => void };

function NameFields({ draft, change }: PartProps) {
  return (
    <>
      <Checkbox
        label="Find skills by itself"
        help="Every published skill that the rest of the rule lets in, in its latest version, after those that are assigned."
        checked={draft.autoDiscover}
        onChange={({ target }) => change({ autoDiscover: target.checked })}
      />
      <Field
        label="Allowed skills"
        help="One name a line; * stands for any characters, ? for one. Empty: all of them."
      >
        <Textarea
          mono
          rows={2}
          value={draft.allowedSkills}
          onChange={({ target }) => change({ allowedSkills: target.value })}
        />
      </Field>
      <Field label="Denied skills" help="Likewise. They stay out, also where they are allowed or assigned.">
        <Textarea
          mono
          rows={2}
          value={draft.deniedSkills}
          onChange={({ target }) => change({ deniedSkills: target.value })}
        />
      </Field>
    </>
  );
}

/** Facts of where it runs; skills say below metadata.openclaw what they need of it. */
function MachineFields({ draft, change }: PartProps) {
  const known: readonly string[] = Object.keys(systemTitles);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">Its machine</legend>
      <Field label="System" help="Skills that name other systems stay out.">
        <Select
          size="form"
          value={draft.os ?? ""}
          onChange={({ target }) => change({ os: target.value === "" ? null : target.value })}
        >
          <option value="">Not said</option>
          {Object.entries(systemTitles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
          {draft.os === null || known.includes(draft.os) ? null : (
            <option value={draft.os}>{draft.os}</option>
          )}
        </Select>
      </Field>
      <SaidList
        label="Say which programs are there"
        name="Programs"
        help="One a line, as skills name them below requires: gh, jq."
        value={draft.bins}
        onChange={(bins) => change({ bins })}
      />
      <SaidList
        label="Say which environment variables are set"
        name="Environment variables"
        help="Names alone, one a line. No values: nothing is kept of them."
        value={draft.env}
        onChange={(env) => change({ env })}
      />
    </fieldset>
  );
}

type SaidListProps = {
  label: string;
  name: string;
  help: string;
  /** Null where nothing is said, which is another thing than an empty list. */
  value: string | null;
  onChange: (value: string | null) => void;
  first?: string;
};

function SaidList({ label, name, help, value, onChange, first = "" }: SaidListProps) {
  return (
    <div className="grid gap-2">
      <Checkbox
        label={label}
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? first : null)}
      />
      {value === null ? null : (
        <Field label={name} help={help} className="pl-7">
          <Textarea mono rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
        </Field>
      )}
    </div>
  );
}
