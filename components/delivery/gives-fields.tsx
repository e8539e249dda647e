"use client";

import { useQuery } from "@tanstack/react-query";
import { agentsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { GivesInput } from "./read-gives";
import { SkillChoice } from "./skill-choice";

const kinds = [
  { value: "agent", label: "An agent’s skills" },
  { value: "label", label: "Those with a label" },
  { value: "selection", label: "Some skills" },
] as const;

type GivesFieldsProps = { input: GivesInput; onChange: (input: GivesInput) => void };

/** Whose skills an address gives. */
export function GivesFields({ input, onChange }: GivesFieldsProps) {
  const change = (part: Partial<GivesInput>) => onChange({ ...input, ...part });
  return (
    <>
      <RadioGroup
        legend="It gives"
        options={kinds}
        value={input.kind}
        onValueChange={(kind) => change({ kind })}
        orientation="horizontal"
      />
      {input.kind === "agent" ? (
        <AgentSelect value={input.agent} onChange={(agent) => change({ agent })} />
      ) : null}
      {input.kind === "label" ? (
        <Field
          label="Label"
          help="Every skill that has it, at the version that it stands at, also those that get it later."
        >
          <Input
            size="form"
            autoComplete="off"
            placeholder="staging"
            value={input.label}
            onChange={({ target }) => change({ label: target.value })}
          />
        </Field>
      ) : null}
      {input.kind === "selection" ? (
        <SkillChoice chosen={input.skills} onChange={(skills) => change({ skills })} />
      ) : null}
    </>
  );
}

function AgentSelect({ value, onChange }: { value: string; onChange: (agent: string) => void }) {
  const { slug: workspace } = useWorkspace();
  const { data } = useQuery(agentsQuery(client.agents, workspace));
  return (
    <Field label="Agent" help="What it is assigned, in the version that it follows; never a draft.">
      <Select size="form" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Choose an agent</option>
        {data?.items.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
