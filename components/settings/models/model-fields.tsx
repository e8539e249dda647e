"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { localServersQuery } from "@/components/data/model-queries";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { modelProviders, providerAddresses, providerNames } from "@/lib/models/provider-options";
import type { Connection, LocalServer } from "@/lib/models/schema";
import type { ModelForm } from "./model-form";

export type SetForm = (changes: Partial<ModelForm>) => void;
type FieldsProps = { form: ModelForm; set: SetForm };

/** Who is asked, where, for which model, with which key. */
export function EndpointFields({
  workspace,
  model,
  form,
  set,
}: FieldsProps & { workspace: string; model: Connection | null }) {
  const { data } = useQuery(localServersQuery(client.models, workspace));
  const servers = data?.items ?? [];
  const listId = useId();
  const known = servers.find(({ baseUrl }) => baseUrl === form.baseUrl)?.models ?? [];
  const isCompatible = form.provider === "compatible";
  return (
    <>
      {model === null ? <FoundServers servers={servers} set={set} /> : null}
      <div className="grid grid-cols-2 items-start gap-4 compact:grid-cols-1">
        <Field label="Provider">
          <Select
            size="form"
            value={form.provider}
            onChange={({ target }) => {
              const provider = modelProviders.find((id) => id === target.value);
              if (provider) set({ provider });
            }}
          >
            {modelProviders.map((id) => (
              <option key={id} value={id}>
                {providerNames[id]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Model" help="As the provider calls it.">
          <Input
            size="form"
            mono
            list={listId}
            maxLength={200}
            value={form.modelId}
            onChange={({ target }) => set({ modelId: target.value })}
          />
        </Field>
        <datalist id={listId}>
          {known.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
      </div>
      <Field
        label="Base URL"
        help={
          isCompatible
            ? "Ends with its path, such as /v1. Private addresses must be listed in GREENROOM_ALLOWED_HOSTS."
            : "Only when it is another one than the provider's own."
        }
      >
        <Input
          size="form"
          mono
          maxLength={500}
          placeholder={providerAddresses[form.provider] ?? "https://models.example.com/v1"}
          value={form.baseUrl}
          onChange={({ target }) => set({ baseUrl: target.value })}
        />
      </Field>
      <Field label="API key" help={keyHelp(model)}>
        <Input
          size="form"
          mono
          type="password"
          maxLength={1_000}
          value={form.key}
          onChange={({ target }) => set({ key: target.value })}
        />
      </Field>
    </>
  );
}

function keyHelp(model: Connection | null): string {
  if (!model?.hasKey) return "Stored encrypted, never shown again. Empty when the server needs none.";
  const hint = model.keyHint ? ` ends in ${model.keyHint}` : "";
  return `The stored key${hint}. Type another one to replace it.`;
}

/** Ollama and its like, where the operator allows them and they answer. */
function FoundServers({ servers, set }: { servers: readonly LocalServer[]; set: SetForm }) {
  if (servers.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {servers.map(({ baseUrl, models }) => (
        <li key={baseUrl} className="text-ink-2">
          A model server answers at{" "}
          <code className="font-mono text-12">
            <ShownText text={baseUrl} />
          </code>{" "}
          with {formatCount(models.length, "model")}.{" "}
          <TextButton onClick={() => set({ provider: "compatible", baseUrl, modelId: models[0] ?? "" })}>
            Use it
          </TextButton>
        </li>
      ))}
    </ul>
  );
}

const settings = [
  ["windowTokens", "Context window", "Tokens in and out together."],
  ["maxOutputTokens", "Max output tokens", "Tokens; empty leaves it to the provider."],
  ["timeoutSeconds", "Timeout", "Seconds until the first piece, and between two."],
  ["inputPrice", "Price of input", "US dollars per million tokens."],
  ["outputPrice", "Price of output", "US dollars per million tokens."],
  ["cachedInputPrice", "Price of cached input", "Empty: as input."],
  ["monthlyLimit", "Limit a month", "US dollars, everybody together."],
  ["personLimit", "Limit a person", "US dollars a month, each person."],
] as const satisfies readonly [keyof ModelForm, string, string][];

/** Name, sizes, prices and limits; none of them is tested. */
export function SettingFields({ form, set }: FieldsProps) {
  return (
    <>
      <Field label="Name" help="As people choose it.">
        <Input
          size="form"
          autoComplete="off"
          maxLength={60}
          placeholder={form.modelId}
          value={form.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <div className="grid grid-cols-3 gap-4 compact:grid-cols-1">
        {settings.map(([key, label, help]) => (
          <Field key={key} label={label} help={help}>
            <Input
              size="form"
              inputMode="decimal"
              autoComplete="off"
              value={form[key]}
              onChange={({ target }) => set({ [key]: target.value })}
            />
          </Field>
        ))}
      </div>
    </>
  );
}
