"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/model-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { client } from "@/lib/api/client";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { markHidden } from "@/lib/kernel/mark-hidden";

/** Every dialect as an option of a select; `own` says what the agent has. */
export function DialectOptions({ own }: { own: string }) {
  return (
    <>
      <option value="">As the agent: {markHidden(own)}</option>
      {Object.values(dialectHeads).map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </>
  );
}

type ModeOptionsProps = { modes: readonly string[]; own: string | null };

/** The modes of a dialect as options of a select; `own` says what the agent has, null where that is no choice. */
export function ModeOptions({ modes, own }: ModeOptionsProps) {
  return (
    <>
      {own === null ? null : <option value="">As the agent: {markHidden(own)}</option>}
      {modes.map((mode) => (
        <option key={mode} value={mode}>
          {mode}
        </option>
      ))}
    </>
  );
}

/** Rehearsal and the workspace's models in use, as options of a select; the empty one leaves the agent's. */
export function ModelOptions() {
  const { slug: workspace } = useWorkspace();
  const { data: models } = useQuery(modelsQuery(client.models, workspace));
  return (
    <>
      <option value="">As the agent</option>
      <option value="rehearsal">Rehearsal (rules, not a language model)</option>
      {models?.items
        .filter(({ archivedAt }) => archivedAt === null)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {markHidden(name)}
          </option>
        ))}
    </>
  );
}
