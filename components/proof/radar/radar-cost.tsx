"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { proofKeys } from "@/components/data/proof-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { formatCost } from "@/components/ui/format";
import { Meter } from "@/components/ui/meter";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { RadarRun } from "@/lib/radar/schema";
import { progressText, spentText, stateText } from "./radar-words";

/** How far a run is and what it has spent of its budget; while it goes on, Stop. */
export function RadarCost({ workspace, run }: { workspace: string; run: RadarRun }) {
  const cache = useQueryClient();
  const noStop = useBlockedFor("playground.rehearse");
  const stop = useMutation({
    mutationFn: () =>
      unwrap(
        client.radar.workspaces[":workspace"]["radar-runs"][":number"].stop.$post({
          param: { workspace, number: String(run.number) },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: proofKeys.all(workspace) }),
  });
  const { total, waiting, running } = run.progress;
  const isGoingOn = run.state === "running";
  return (
    <section
      aria-label="Cost"
      className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-1 text-12 text-ink-2"
    >
      <span role="status">
        <b className="font-medium text-ink">{progressText(run)}</b>, {stateText(run)}
      </span>
      {isGoingOn ? (
        <>
          <Meter
            label="Runs done"
            className="w-24"
            parts={[{ label: "done", value: total - waiting - running, fill: "bg-ink-2" }]}
            max={total}
            valueText={progressText(run)}
          />
          <Button
            size="small"
            icon={Square}
            onClick={() => stop.mutate()}
            pending={stop.isPending}
            missingRight={noStop}
          >
            Stop
          </Button>
        </>
      ) : null}
      <span>{spentText(run)}</span>
      {run.capUsd === null ? null : (
        <Meter
          label="Spent of the budget"
          className="w-24"
          parts={[{ label: "spent", value: run.spentUsd, fill: "bg-ink-2" }]}
          max={run.capUsd}
          valueText={`${formatCost(run.spentUsd)} of ${formatCost(run.capUsd)}`}
        />
      )}
      {run.failure === null ? null : (
        <span className="text-warn">
          <ShownText text={run.failure} />
        </span>
      )}
    </section>
  );
}
