"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/model-queries";
import { Select } from "@/components/ui/select";
import { builtInModel } from "@/lib/agents/agent-options";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";

/** What stands for "no router of its own". */
const ownModel = "";

type ModelChoiceProps = {
  id: string;
  workspace: string;
  /** Null: the agent's own, where that may be chosen. */
  value: string | null;
  /** Offered as the first choice, and what it is called. */
  none?: string;
  onChoose: (model: string | null) => void;
};

/** Rehearsal, and the workspace's models that are in use. */
export function ModelChoice({ id, workspace, value, none, onChoose }: ModelChoiceProps) {
  const { data } = useQuery(modelsQuery(client.models, workspace));
  const models = data?.items.filter((model) => model.archivedAt === null) ?? [];
  const isKnown = value === null || value === builtInModel || models.some((model) => model.id === value);
  return (
    <Select
      id={id}
      value={value ?? ownModel}
      onChange={(event) => onChoose(event.target.value === ownModel ? null : event.target.value)}
    >
      {none === undefined ? null : <option value={ownModel}>{markHidden(none)}</option>}
      <option value={builtInModel}>Rehearsal (rules)</option>
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {markHidden(model.name)}
        </option>
      ))}
      {isKnown ? null : <option value={value}>{data ? "A model that is gone" : "…"}</option>}
    </Select>
  );
}
