"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { proofKeys } from "@/components/data/proof-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { client, unwrap } from "@/lib/api/client";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import { CostLine } from "./cost-line";

type RunCostProps = { workspace: string; run: SuiteRunDetail; end?: ReactNode };

/** What a run costs, and Stop while it goes on. */
export function RunCost({ workspace, run, end }: RunCostProps) {
  const cache = useQueryClient();
  const noStop = useBlockedFor("playground.rehearse");
  const stop = useMutation({
    mutationFn: () =>
      unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"]["suite-runs"][":number"].stop.$post({
          param: { workspace, skill: run.skill, number: String(run.number) },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: proofKeys.all(workspace) }),
  });
  return (
    <CostLine run={run} noStop={noStop} isStopping={stop.isPending} onStop={() => stop.mutate()} end={end} />
  );
}
