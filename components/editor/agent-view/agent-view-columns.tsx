"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { type DialectId, dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";
import type { AgentView } from "./agent-view";
import { AgentViewLevels } from "./agent-view-levels";

export const dialectIds: readonly DialectId[] = Object.keys(dialectHeads).filter(isDialectId);
/** What is compared before anybody chooses. */
export const firstCompared: readonly DialectId[] = ["standard", "claude-code", "adk-2"];

type AgentViewColumnsProps = {
  /** They stand in the order of `dialectIds`. */
  chosen: readonly DialectId[];
  onChoose: (chosen: readonly DialectId[]) => void;
  /** Those that are rendered; the others are on their way. */
  views: readonly AgentView[];
};

/** One skill as several hosts show it, side by side; at least one stays chosen. */
export function AgentViewColumns({ chosen, onChoose, views }: AgentViewColumnsProps) {
  const toggle = (id: DialectId, on: boolean) => {
    const next = dialectIds.filter((each) => (each === id ? on : chosen.includes(each)));
    if (next.length > 0) onChoose(next);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <fieldset className="flex flex-none flex-wrap gap-x-4 gap-y-0.5 border-line border-b px-4 py-2">
        <legend className="sr-only">Hosts to compare</legend>
        {dialectIds.map((id) => (
          <Checkbox
            key={id}
            label={dialectHeads[id].title}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
      <div className="grid min-h-0 flex-1 auto-cols-[minmax(300px,1fr)] grid-flow-col overflow-auto compact:auto-cols-auto compact:grid-flow-row">
        {chosen.map((id) => (
          <Column key={id} id={id} view={views.find(({ dialect }) => dialect === id) ?? null} />
        ))}
      </div>
    </div>
  );
}

function Column({ id, view }: { id: DialectId; view: AgentView | null }) {
  const { title } = dialectHeads[id];
  return (
    <section aria-label={title} className="min-w-0 border-line border-r last:border-r-0">
      <div className="border-line border-b px-4 py-2.5">
        <h2>{title}</h2>
        {view ? (
          <p className="truncate text-12 text-ink-3" title={view.source}>
            {view.source}
          </p>
        ) : null}
      </div>
      {view ? (
        <AgentViewLevels view={view} />
      ) : (
        <div className="grid gap-3 p-4" aria-busy="true">
          <Skeleton className="h-32" />
          <Skeleton className="h-48" />
        </div>
      )}
    </section>
  );
}
