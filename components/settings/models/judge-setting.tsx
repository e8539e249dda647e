"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usualJudgeQuery } from "@/components/data/judge-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Connection } from "@/lib/models/schema";

/** Which model compares answers of effect runs where a run names none. */
export function JudgeSetting({ models }: { models: readonly Connection[] }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const blocked = useBlockedFor("models.manage");
  const query = usualJudgeQuery(client.judges, workspace);
  const { data, error } = useQuery(query);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: (model: string | null) =>
      unwrap(client.judges.workspaces[":workspace"].judge.$put({ param: { workspace }, json: { model } })),
    onSuccess: (saved) => cache.setQueryData(query.queryKey, saved),
  });
  const chosen = save.isPending ? save.variables : (data?.model?.id ?? null);
  return (
    <div className="mt-6 max-w-[420px]">
      <Field
        label="Judge"
        help="Compares answers of effect runs, where a run names no other. One of another family than the model that answers prefers nothing of its own."
      >
        <Select
          value={chosen ?? ""}
          disabled={blocked !== undefined || data === undefined}
          onChange={({ target }) => save.mutate(target.value === "" ? null : target.value)}
        >
          <option value="">A model of another family, if there is one</option>
          {models
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {markHidden(name)}
              </option>
            ))}
        </Select>
      </Field>
      <ErrorNotice error={save.error ?? error} title="The judge was not changed" />
    </div>
  );
}
