"use client";

import { DialectOptions, ModelOptions, ModeOptions } from "@/components/agents/override-options";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { modesOf } from "@/lib/dialects/dialect-heads";
import type { RunOptionsProps } from "./run-options";

/** What is different for the next messages, field by field. */
export function RunOptionsDialog({ onClose, ...options }: RunOptionsProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="For your next messages"
      description="The agent stays as it is, and so do its other conversations. Every run records what it had."
    >
      <OptionFields {...options} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => options.onChange({})}>Reset</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function OptionFields({ agent, value, onChange }: RunOptionsProps) {
  const modes = modesOf(value.dialect ?? agent.dialect);
  const chooseDialect = (dialect: string) => {
    const { dialect: _, mode, ...rest } = value;
    const known = modesOf(dialect === "" ? agent.dialect : dialect);
    const kept = mode !== undefined && known.includes(mode) ? mode : undefined;
    const needed = known.find((one) => one === agent.mode) ? kept : (kept ?? known[0]);
    onChange({
      ...rest,
      ...(dialect === "" ? {} : { dialect }),
      ...(needed === undefined ? {} : { mode: needed }),
    });
  };
  return (
    <div className="grid gap-4">
      <Field label="Dialect">
        <Select
          size="form"
          value={value.dialect ?? ""}
          onChange={({ target }) => chooseDialect(target.value)}
        >
          <DialectOptions own={agent.dialect} />
        </Select>
      </Field>
      <Field label="Mode">
        <Select
          size="form"
          value={value.mode ?? ""}
          onChange={({ target }) => {
            const { mode: _, ...rest } = value;
            const mode = modes.find((one) => one === target.value);
            onChange(mode === undefined ? rest : { ...rest, mode });
          }}
        >
          <ModeOptions modes={modes} own={agent.mode} />
        </Select>
      </Field>
      <Field label="Model">
        <Select
          size="form"
          value={value.model ?? ""}
          onChange={({ target }) => {
            const { model: _, ...rest } = value;
            onChange(target.value === "" ? rest : { ...rest, model: target.value });
          }}
        >
          <ModelOptions />
        </Select>
      </Field>
      {agent.allowRequestPrompt ? (
        <Field
          label="Instructions instead of the agent's"
          help="The catalogue follows them just the same. Empty: the agent's own."
        >
          <Textarea
            rows={4}
            value={value.systemPrompt ?? ""}
            onChange={({ target }) => {
              const { systemPrompt: _, ...rest } = value;
              onChange(target.value === "" ? rest : { ...rest, systemPrompt: target.value });
            }}
          />
        </Field>
      ) : (
        <p className="text-ink-3">This agent does not allow other instructions for one run.</p>
      )}
    </div>
  );
}
