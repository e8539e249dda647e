"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import type { AgentTool, AgentToolInput } from "@/lib/agents/tool-schema";
import { isGeneralToolName, isSkillToolName } from "@/lib/dialects/host-tool-names";
import { toDraft, toSavedResult } from "./result-draft";
import { ResultFields } from "./result-fields";

type Stub = Extract<AgentTool, { kind: "stub" }>;
type StubDialogProps = {
  stub: Stub | null;
  pending: boolean;
  save: (stub: Extract<AgentToolInput, { kind: "stub" }>) => void;
  close: () => void;
};

const anything = { type: "object", properties: {}, additionalProperties: true };

/** A tool that does nothing: what the model is told of it, and what it answers. */
export function StubDialog({ stub, pending, save, close }: StubDialogProps) {
  const [name, setName] = useState(stub?.name ?? "");
  const [description, setDescription] = useState(stub?.description ?? "");
  const [schema, setSchema] = useState(() => JSON.stringify(stub?.inputSchema ?? anything, null, 2));
  const [draft, setDraft] = useState(() => toDraft(stub));
  const inputSchema = objectIn(schema);
  const submit = () => {
    if (inputSchema === null) return;
    save({ kind: "stub", name, description, inputSchema, ...toSavedResult(draft) });
  };
  return (
    <FormDialog
      size="large"
      title={stub ? `Edit ${stub.name}` : "Add a stub"}
      description="The model may call it like any tool. Nothing runs."
      verb="Save"
      pending={pending}
      blockedReason={whyNotSaved(name, inputSchema)}
      onSubmit={submit}
      close={close}
    >
      <NameField name={name} onName={setName} />
      <Field label="Description" help="The model reads it to decide when to call the tool.">
        <Textarea
          rows={2}
          maxLength={2_000}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </Field>
      <Field
        label="Input, as JSON Schema"
        error={inputSchema === null ? 'An object of JSON that has "type": "object".' : undefined}
      >
        <Textarea rows={7} mono value={schema} onChange={({ target }) => setSchema(target.value)} />
      </Field>
      <ResultFields draft={draft} onDraft={setDraft} />
    </FormDialog>
  );
}

const sharedName =
  "Some hosts have a tool of this name. With these the model is told of theirs, which reads the files of skills; this one answers what lies elsewhere.";

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <Field
      label="Name"
      help={isGeneralToolName(name) ? sharedName : "Letters, digits, _ and -."}
      error={
        isSkillToolName(name)
          ? "A host calls a tool of its own so, and this one would hide it. Choose another name."
          : undefined
      }
    >
      <Input
        size="form"
        mono
        autoFocus
        maxLength={64}
        value={name}
        onChange={({ target }) => onName(target.value)}
      />
    </Field>
  );
}

function whyNotSaved(name: string, inputSchema: Record<string, unknown> | null): string | undefined {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return "Give it a name of letters, digits, _ or -.";
  if (isSkillToolName(name)) return "Choose a name that no host gives to its own tools.";
  return inputSchema === null ? "Its input schema is not right yet." : undefined;
}

/** The object of JSON that a schema is, or null. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isSchema =
      typeof value === "object" && value !== null && "type" in value && value.type === "object";
    return isSchema ? { ...value } : null;
  } catch {
    return null;
  }
}
