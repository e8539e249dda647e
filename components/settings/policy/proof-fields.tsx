"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/model-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { leastRecall } from "@/lib/suites/least-recall";
import { SettingsGroup } from "../settings-group";
import type { ProofForm } from "./proof-form";

type ProofFieldsProps = { form: ProofForm; set: (change: Partial<ProofForm>) => void; readOnly: boolean };

/** Offered where the rule is switched on: at least 8 of 10 cases reach it. */
const usualRecall = "0.45";

/** What suites have to say of exactly the bytes that are published. */
export function ProofFields({ form, set, readOnly }: ProofFieldsProps) {
  return (
    <SettingsGroup
      title="Proof"
      help="Of exactly the bytes that are published. Every run of them counts; scripted models never do."
    >
      <div className="grid gap-1">
        <Checkbox
          label="Trigger suite passes"
          help="Not worse than what is published, and with at least 10 cases."
          checked={form.triggers}
          disabled={readOnly}
          onChange={({ target }) =>
            set({
              triggers: target.checked,
              ...(target.checked && form.recall === "" ? { recall: usualRecall } : {}),
            })
          }
        />
        {form.triggers ? <Floors form={form} set={set} readOnly={readOnly} /> : null}
        <Checkbox
          label="Tasks are not worse"
          help="Than without the skill, nor than what is published; every golden task passes."
          checked={form.effect}
          disabled={readOnly}
          onChange={({ target }) => set({ effect: target.checked })}
        />
        {form.effect ? (
          <div className="max-w-96 pl-6">
            <Field
              label="Kappa of the judge at least"
              help="Where a judge decides tasks: how far people's labels agree with it, from 0 to 1, over 30 of them at least. Empty: not asked for."
            >
              <Input
                size="form"
                inputMode="decimal"
                value={form.kappa}
                readOnly={readOnly}
                onChange={({ target }) => set({ kappa: target.value })}
                className="w-24"
              />
            </Field>
          </div>
        ) : null}
        <Checkbox
          label="No neighbour loses a case"
          help="The suites of the skills beside it in an agent’s catalogue, run with the draft."
          checked={form.neighbours}
          disabled={readOnly}
          onChange={({ target }) => set({ neighbours: target.checked })}
        />
      </div>
      <Field
        label="Not older than, days"
        help="Of the oldest answer that counts: one that was kept from an earlier run keeps its age, and “Ask everything anew” before a run asks for new ones. Empty: any age."
      >
        <Input
          size="form"
          inputMode="numeric"
          value={form.days}
          readOnly={readOnly}
          onChange={({ target }) => set({ days: target.value })}
          className="w-24"
        />
      </Field>
      <ModelField form={form} set={set} readOnly={readOnly} />
    </SettingsGroup>
  );
}

function Floors({ form, set, readOnly }: ProofFieldsProps) {
  return (
    <div className="grid max-w-96 grid-cols-2 items-start gap-3 pl-6">
      {(["recall", "precision"] as const).map((figure) => (
        <Field
          key={figure}
          label={figure === "recall" ? "Recall at least" : "Precision at least"}
          help={
            figure === "recall"
              ? `The whole 95 % interval, from ${leastRecall} to 1.`
              : "The whole 95 % interval, from 0 to 1. Empty: none."
          }
        >
          <Input
            size="form"
            inputMode="decimal"
            value={form[figure]}
            readOnly={readOnly}
            onChange={({ target }) => set({ [figure]: target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

function ModelField({ form, set, readOnly }: ProofFieldsProps) {
  const { slug: workspace } = useWorkspace();
  const { data: models } = useQuery(modelsQuery(client.models, workspace));
  const live = (models?.items ?? []).filter(({ archivedAt }) => archivedAt === null);
  const isGone = form.model !== "" && models !== undefined && !live.some(({ id }) => id === form.model);
  return (
    <Field label="Model" help="Whose answers count.">
      <Select
        size="form"
        className="max-w-60"
        value={form.model}
        disabled={readOnly}
        onChange={({ target }) => set({ model: target.value })}
      >
        <option value="">Any live model</option>
        {isGone ? <option value={form.model}>a model that is gone</option> : null}
        {live.map(({ id, name }) => (
          <option key={id} value={id}>
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
