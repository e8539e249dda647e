"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/model-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";

type JudgeFieldProps = { value: string; onChange: (judge: string) => void };

/** Who compares answers where graders cannot: the usual one, nobody, or a model of the workspace. */
export function JudgeField({ value, onChange }: JudgeFieldProps) {
  const { slug: workspace } = useWorkspace();
  const { data: models } = useQuery(modelsQuery(client.models, workspace));
  return (
    <Field label="Judge" help="Compares answers of tasks that ask for one, in both orders.">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">A model of another family, if there is one</option>
        <option value="none">nobody</option>
        {models?.items
          .filter(({ archivedAt }) => archivedAt === null)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {markHidden(name)}
            </option>
          ))}
      </Select>
    </Field>
  );
}
