"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { AgentField } from "./agent-field";
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
        <AgentField
          agent={input.agent}
          setAgent={(agent) => change({ agent })}
          help="What it is assigned, in the version that it follows; never a draft."
        />
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
